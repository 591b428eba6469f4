package io.quarkiverse.localtask;

/** Where a task is in its life. The code is what stands in the column {@code status}. */
public enum TaskStatus {

    /** Written; its instance sends it after the commit, a scan does when that did not happen. */
    PENDING(0),
    /** Taken by a scan, which holds a lease on it. */
    CLAIMED(1),
    /** Delivered. Final. */
    SUCCEEDED(2),
    /** Waits for its next attempt: the last one failed, or it was redelivered, handed back unsent, or found no room. */
    FAILED(3),
    /** Given up: attempts used up, or refused for good. Final, except for {@link LocalTasks#redeliver}. */
    DEAD(4),
    /** Not due yet. */
    SCHEDULED(5),
    /** Cancelled by the application. Final, except for {@link LocalTasks#redeliver}. */
    CANCELLED(6);

    private static final TaskStatus[] BY_CODE = values();

    private final int code;

    TaskStatus(int code) {
        this.code = code;
    }

    /** @return the number in the column {@code status} */
    public int code() {
        return code;
    }

    /** @return whether nothing happens to the task any more by itself */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == DEAD || this == CANCELLED;
    }

    /**
     * @param code a number from the column {@code status}
     * @return its status
     * @throws IllegalArgumentException if there is none
     */
    public static TaskStatus of(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("Unknown task status " + code + ": expected 0 to " + (BY_CODE.length - 1));
        }
        return BY_CODE[code];
    }
}
