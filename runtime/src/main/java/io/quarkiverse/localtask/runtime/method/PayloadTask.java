package io.quarkiverse.localtask.runtime.method;

import java.time.Duration;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.TaskMessage;

/**
 * How an object becomes a message.
 *
 * @param destination the destination's name
 * @param name the task's name
 * @param delay how long after the INSERT it becomes due, or {@code null}
 * @param id where the business key is found, or {@code null}: the id is made at {@code accept}
 */
public record PayloadTask(String destination, String name, Duration delay, ValuePath id) {

    TaskMessage message(Object payload, TaskCall call) {
        TaskMessage.Builder message = TaskMessage.to(destination).name(name).payload(payload);
        if (delay != null) {
            message.delay(delay);
        }
        if (id != null) {
            message.id(taskId(call));
        }
        return message.build();
    }

    /** A key without its value would make the second such task a duplicate of the first: lost. */
    private String taskId(TaskCall call) {
        Object found = id.find(call);
        String value = found == null ? "" : found.toString();
        if (value == null || value.isBlank()) {
            throw new LocalTaskException("@LocalTaskMessage on " + call.method() + ": the value at the id path '" + id.text()
                    + "' is " + (found == null ? "null" : "blank") + ", so there is no task id and the transaction rolls back:"
                    + " set the value before the method returns (an id given by the database needs a flush), or leave out 'id'");
        }
        String taskId = destination + ":" + name + ":" + value;
        if (taskId.length() > TaskMessage.MAX_ID_LENGTH) {
            throw new LocalTaskException("@LocalTaskMessage on " + call.method() + ": the task id '" + destination + ":" + name
                    + ":…' has " + taskId.length() + " characters with the value at the id path '" + id.text() + "', at most "
                    + TaskMessage.MAX_ID_LENGTH + " are allowed: give a shorter 'name', or a path to a shorter value");
        }
        return taskId;
    }
}
