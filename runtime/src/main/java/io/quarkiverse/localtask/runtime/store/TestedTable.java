package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import io.quarkiverse.localtask.Task;

/**
 * What tests of applications do with the task table. Each method is given a connection like those of the background work, looks
 * at the whole table, and skips rows that somebody has locked.
 */
public interface TestedTable {

    /** @return at most {@code limit} tasks that are leased to somebody or due, those that are due first */
    List<ToDo> toDo(Connection connection, int limit) throws SQLException;

    /** PENDING, FAILED and SCHEDULED rows become FAILED, due now, version + 1. Attempts under way should have ended. */
    void makeDue(Connection connection) throws SQLException;

    /** Deletes every row. */
    void deleteAll(Connection connection) throws SQLException;

    /**
     * A task that is not at rest.
     *
     * @param task the task
     * @param due whether a scan may take it
     */
    record ToDo(Task task, boolean due) {
    }
}
