package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Says why an attempt failed. Of an exception only the kinds are told: its message may quote the payload, a header or a URL
 * with a
 * password. A channel that has something to say returns {@code Outcome.failed("…")}.
 */
final class Reasons {

    private static final int MAX_CAUSES = 3;
    private static final String NO_OUTCOME = "the last attempt left no outcome";
    private static final String USED_UP = "attempts used up (retry.max-attempts=";
    /* What the row said when a redelivered task was buried before. */
    private static final Pattern BURIED_BEFORE = Pattern
            .compile("^(?:" + Pattern.quote(NO_OUTCOME) + "|" + Pattern.quote(USED_UP) + "\\d+\\))(?:; last(?: known)?: )?");

    private Reasons() {
    }

    static String of(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
            text.append(i == 0 ? "" : ", caused by ").append(cause.getClass().getName());
        }
        return text.toString();
    }

    /**
     * Why a row that was found gets no further attempt, with the reason that stands in it.
     *
     * @param vanished whether its last attempt left no outcome; otherwise fewer are allowed than when it failed
     * @param lastError what the row says, or {@code null}
     */
    static String usedUp(boolean vanished, int maxAttempts, String lastError) {
        String last = lastError == null ? "" : BURIED_BEFORE.matcher(lastError).replaceFirst("");
        String reason = vanished ? NO_OUTCOME : USED_UP + maxAttempts + ")";
        return last.isEmpty() ? reason : reason + (vanished ? "; last known: " : "; last: ") + last;
    }

    static String readable(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
