package io.quarkiverse.localtask;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The direct way in: writes tasks in the caller's transaction, and looks at or steers single ones. Inject it.
 */
public interface LocalTasks {

    /**
     * Writes the message as a row on the caller's own connection, in the caller's JTA transaction. It is sent after the commit,
     * never after a rollback. The caller never waits for the destination.
     * <p>
     * A message whose id is already in the table (committed, or written earlier in this transaction) is not sent again; the
     * receipt
     * says so. A concurrent transaction
     * that has just written the same id is waited for: if it rolls back, this message goes in.
     *
     * @param message what to send, and where
     * @return the task's id and whether it was there already
     * @throws IllegalStateException without an active transaction, in one that is marked for rollback, on an event-loop thread,
     *         or when {@code quarkus.local-task.enabled=false}; nothing was sent to the database
     * @throws IllegalArgumentException if the message cannot be sent: unknown destination, house number out of range, payload
     *         too
     *         large or not serializable; nothing was sent to the database
     * @throws LocalTaskException if the database refuses; the cause is its own exception
     */
    TaskReceipt accept(TaskMessage message);

    /**
     * Writes several messages in one round trip, as {@link #accept(TaskMessage)} does for one. Rows are inserted in the order
     * of
     * their ids, so that two such calls cannot deadlock each other.
     *
     * @param messages what to send
     * @return one receipt for each message, in the order of the messages
     */
    List<TaskReceipt> accept(Collection<TaskMessage> messages);

    /**
     * @param taskId a task's id
     * @return the task, as the active transaction sees it if there is one
     */
    Optional<Task> find(String taskId);

    /**
     * Makes a FAILED, DEAD or CANCELLED task due now, with its attempts counted from 0 again. Joins an active transaction, else
     * runs in its own.
     *
     * @param taskId a task's id
     * @return {@code false} if there is no such task, or it is PENDING, CLAIMED, SCHEDULED or SUCCEEDED
     */
    boolean redeliver(String taskId);

    /**
     * Makes a task that is not finished CANCELLED. An attempt that is under way may still arrive. Joins an active transaction,
     * else runs in its own.
     *
     * @param taskId a task's id
     * @return {@code false} if there is no such task or it is already final
     */
    boolean cancel(String taskId);
}
