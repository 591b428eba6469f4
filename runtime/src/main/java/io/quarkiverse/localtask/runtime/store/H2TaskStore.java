package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * H2 2.x, in its default mode and its PostgreSQL mode: for development and tests.
 * <p>
 * CURRENT_TIMESTAMP stands still for a whole transaction there, which does no harm in ours. For a caller's, the start of the
 * running statement is in the list of sessions, where every user sees at least their own. H2 looks at all of them to make that
 * list, and fails with an internal error when one just ends its transaction; the statement is undone then, and done again.
 */
final class H2TaskStore extends PortableTaskStore {

    private static final String CALLERS_NOW = """
            (SELECT executing_statement_start FROM information_schema.sessions WHERE session_id = SESSION_ID())""";

    private static final String LATER = "DATEADD(MICROSECOND, CAST(? AS BIGINT), CURRENT_TIMESTAMP)";
    private static final String CALLERS_LATER = "DATEADD(MICROSECOND, CAST(? AS BIGINT), " + CALLERS_NOW + ")";

    private static final String INSERT = """
            INSERT INTO ${table} (task_id, task_name, channel, destination, notify_config, payload, content_type, house_number,
                                  status, next_attempt_time, trace_context, attempts, version, create_time, update_time)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, COALESCE(CAST(? AS TIMESTAMP(6) WITH TIME ZONE), ${callers-later}), ?, 0, 0, ${callers-now}, ${callers-now})
            """
            .replace("${callers-later}", CALLERS_LATER);

    private static final String UNIQUE_VIOLATION = "23505";
    /** H2: GENERAL_ERROR_1. */
    private static final int INTERNAL_ERROR = 50000;
    private static final int TRIES = 20;

    H2TaskStore(String table) {
        super(table, "CURRENT_TIMESTAMP", CALLERS_NOW, LATER, "DATEDIFF(MICROSECOND, create_time, CURRENT_TIMESTAMP)", "");
    }

    @Override
    Traits traits() {
        return new Traits("h2", Set.of("timestamp with time zone"), List.of(
                "(status, house_number, id)",
                "(status, destination, house_number, next_attempt_time, id)",
                "(status, next_attempt_time)"));
    }

    /*
     * Row by row, which costs no round trip in the same process. A violated unique key undoes its statement only, the
     * transaction goes on; there is no ON CONFLICT outside of the PostgreSQL mode.
     */
    @Override
    public long[] insert(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        long[] ids = new long[tasks.size()];
        try (PreparedStatement statement = connection.prepareStatement(sql(INSERT), new String[] { "id" })) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = insert(statement, tasks.get(i), grace);
            }
        }
        return ids;
    }

    private long insert(PreparedStatement statement, NewTask task, Duration grace) throws SQLException {
        statement.setString(1, task.taskId());
        statement.setString(2, task.name());
        statement.setString(3, task.channel());
        statement.setString(4, task.destination());
        statement.setString(5, task.notifyConfig());
        statement.setString(6, task.payload());
        statement.setString(7, task.contentType());
        statement.setInt(8, task.houseNumber());
        statement.setInt(9, bornAs(task).code());
        setInstant(statement, 10, task.notBefore());
        statement.setLong(11, microsUntilDue(task, grace));
        statement.setString(12, task.traceContext());
        try {
            again(statement::executeUpdate);
        } catch (SQLException e) {
            if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                return 0;
            }
            throw e;
        }
        try (ResultSet key = statement.getGeneratedKeys()) {
            key.next();
            return key.getLong(1);
        }
    }

    @Override
    public boolean redeliver(Connection connection, String taskId) throws SQLException {
        return again(() -> super.redeliver(connection, taskId));
    }

    @Override
    public boolean cancel(Connection connection, String taskId) throws SQLException {
        return again(() -> super.cancel(connection, taskId));
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private static <T> T again(Work<T> work) throws SQLException {
        for (int tries = 1;; tries++) {
            try {
                return work.run();
            } catch (SQLException e) {
                if (e.getErrorCode() != INTERNAL_ERROR || tries == TRIES) {
                    throw e;
                }
            }
        }
    }
}
