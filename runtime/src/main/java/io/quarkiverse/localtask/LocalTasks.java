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
     * Lists tasks: by status, within a status by destination, within a destination in an order that has no meaning. A page
     * costs as much as it looks at, at most 10,000 rows, however many there are; so it may hold fewer tasks than asked for, and
     * there may be more all the same: go on until {@link TaskPage#next()} is {@code null}.
     *
     * @param filter which ones
     * @param limit how many at most, 1 to 1000
     * @param after {@link TaskPage#next()} of the page before; {@code null}: from the beginning
     * @return the next tasks, as the active transaction sees them if there is one
     */
    TaskPage list(TaskFilter filter, int limit, String after);

    /**
     * Counts tasks: what a bulk change would look at. It walks through all of them in steps. Not in a transaction.
     *
     * @param filter which ones
     * @return how many there are
     */
    long count(TaskFilter filter);

    /**
     * Does {@link #redeliver(String)} for many, in batches that commit one by one; leased and finished ones, and such that are
     * locked at that moment, are left out. Not in a transaction. Leaves an {@link AuditEntry}.
     *
     * @param filter which ones
     * @return how many were changed
     */
    long redeliver(TaskFilter filter);

    /**
     * Does {@link #cancel(String)} for many, like {@link #redeliver(TaskFilter)}.
     *
     * @param filter which ones
     * @return how many were changed
     */
    long cancel(TaskFilter filter);

    /**
     * Sends a task to another destination, with its attempts counted from 0 again: a FAILED, DEAD or CANCELLED one at once, a
     * SCHEDULED one when it is due. Not a message that says itself where it goes. Not in a transaction. Leaves an
     * {@link AuditEntry}.
     *
     * @param taskId a task's id
     * @param destination a destination of the configuration
     * @return whether it was changed
     */
    boolean redirect(String taskId, String destination);

    /**
     * Does {@link #redirect(String, String)} for many, like {@link #redeliver(TaskFilter)}.
     *
     * @param filter which ones
     * @param destination a destination of the configuration
     * @return how many were changed
     */
    long redirect(TaskFilter filter, String destination);

    /**
     * This instance starts no attempt to that destination once this returns, the others none within five seconds or so;
     * attempts under way finish. Tasks are accepted as before, and wait. It holds over restarts. Not in a transaction. Leaves
     * an {@link AuditEntry}.
     *
     * @param destination its name
     * @return {@code false} if it was paused already
     */
    boolean pause(String destination);

    /**
     * Undoes {@link #pause}.
     *
     * @param destination its name
     * @return {@code false} if it was not paused
     */
    boolean resume(String destination);

    /**
     * @param before entries with a smaller id only; {@link Long#MAX_VALUE}: the newest
     * @param limit how many at most
     * @return what was done to tasks, the newest first
     */
    List<AuditEntry> audit(long before, int limit);

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
