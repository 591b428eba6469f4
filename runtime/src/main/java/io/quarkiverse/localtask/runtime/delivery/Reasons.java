package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;

/**
 * Says why an attempt failed. Of an exception only the kinds are told: its message may quote the payload, a header or a URL
 * with a
 * password. A channel that has something to say returns {@code Outcome.failed("…")}.
 */
final class Reasons {

    private static final int MAX_CAUSES = 3;

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

    static String readable(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
