package io.quarkiverse.localtask;

/** A task with the same id is already in the table, and the caller asked for that to be an error. */
public class DuplicateTaskException extends LocalTaskException {

    private static final long serialVersionUID = 1L;

    private final String taskId;

    public DuplicateTaskException(String taskId, String message) {
        super(message);
        this.taskId = taskId;
    }

    /** @return the id that is already there */
    public String taskId() {
        return taskId;
    }
}
