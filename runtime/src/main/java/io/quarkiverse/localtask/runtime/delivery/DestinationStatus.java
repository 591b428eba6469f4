package io.quarkiverse.localtask.runtime.delivery;

import java.time.Instant;

/**
 * What a destination is doing in this instance.
 *
 * @param name its name
 * @param channel its channel's name
 * @param state whether it is sent to
 * @param inFlight attempts under way
 * @param waiting tasks that wait in memory, those included that are about to be claimed
 * @param limit how many attempts may be under way now
 * @param since since when it does not work, or {@code null}: it does
 * @param lastFailure why attempts fail, or {@code null}: it works
 */
public record DestinationStatus(String name, String channel, State state, int inFlight, int waiting, int limit, Instant since,
        String lastFailure) {

    /** Whether it is sent to. */
    public enum State {
        /** As much as it takes. */
        WORKS,
        /** It has been down, and gets a little more with every answer. */
        RECOVERING,
        /** Nothing but a probe now and then. */
        DOWN,
        /** Nothing, until somebody resumes it. */
        PAUSED
    }
}
