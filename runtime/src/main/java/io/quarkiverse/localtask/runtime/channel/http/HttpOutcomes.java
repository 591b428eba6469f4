package io.quarkiverse.localtask.runtime.channel.http;

import java.time.Clock;
import java.util.Collection;
import java.util.Set;

import io.quarkiverse.localtask.spi.Outcome;

/**
 * From the head of a response to the outcome of the attempt: 2xx succeeded; 410 and the configured permanent statuses rejected;
 * everything else failed, a 429 or 503 not before its {@code Retry-After}. Redirects are never followed, so a 3xx is a failure.
 */
final class HttpOutcomes {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int GONE = 410;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final Set<Integer> permanentStatuses;
    private final Clock clock;

    HttpOutcomes(Collection<Integer> permanentStatuses, Clock clock) {
        this.permanentStatuses = Set.copyOf(permanentStatuses);
        this.clock = clock;
    }

    Outcome of(HttpHead head) {
        int status = head.status();
        String reason = "HTTP " + status;
        if (status >= 200 && status <= 299) {
            return Outcome.succeeded(reason);
        }
        if (status == GONE || permanentStatuses.contains(status)) {
            return Outcome.rejected(reason);
        }
        if (status >= 300 && status <= 399) {
            return Outcome.failed(reason + " (redirects are not followed)");
        }
        if (status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE) {
            return Outcome.failed(reason, RetryAfter.parse(head.retryAfter(), head.date(), clock));
        }
        return isAboutThisMessage(status) ? Outcome.refused(reason) : Outcome.failed(reason);
    }

    /** Of the 4xx (RFC 9110, 15.5) all but those that speak of the moment: 408 (Request Timeout), 425 (RFC 8470), 429. */
    private static boolean isAboutThisMessage(int status) {
        return status >= 400 && status <= 499 && status != REQUEST_TIMEOUT && status != TOO_EARLY
                && status != TOO_MANY_REQUESTS;
    }
}
