package io.quarkiverse.localtask.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.TaskStatus;

/** Counts, and looks into the tables as an operator would. */
@ApplicationScoped
class Figures {

    /**
     * @param committed orders in the table
     * @param rolledBack orders that were rolled back
     * @param partnerReceived different messages that the partner has
     * @param brokerReceived different messages that came through the broker
     * @param duplicates messages that a receiver got once more
     * @param waiting tasks that are not finished
     * @param dead tasks that were given up
     * @param lost tasks that are missing, or marked as delivered although no receiver has them
     * @param sentThoughRolledBack messages that arrived although their order was rolled back
     */
    public record Counts(int committed, int rolledBack, int partnerReceived, int brokerReceived, int duplicates, int waiting,
            int dead, int lost, int sentThoughRolledBack) {
    }

    /**
     * @param taskId the task id
     * @param dueIn milliseconds until the next attempt, may be negative
     */
    public record TaskRow(String taskId, String order, String destination, TaskStatus status, int attempts, long dueIn,
            String lastError) {
    }

    private static final String COUNTS = """
            SELECT (SELECT COUNT(*) FROM orders),
                   (SELECT COUNT(*) FROM local_task_message),
                   (SELECT COUNT(*) FROM local_task_message WHERE status NOT IN (2, 4, 6)),
                   (SELECT COUNT(*) FROM local_task_message WHERE status = 4)""";

    /** A message that the broker has confirmed reaches its reader a little later. */
    private static final String MARKED_AS_DELIVERED = """
            SELECT task_id FROM local_task_message
            WHERE status = 2 AND update_time < DATEADD(SECOND, -3, CURRENT_TIMESTAMP)""";

    /** The newest tasks, and all that wait. */
    private static final String TASKS = """
            SELECT task_id, destination, status, attempts, DATEDIFF(MILLISECOND, CURRENT_TIMESTAMP, next_attempt_time), last_error
            FROM local_task_message
            WHERE id > (SELECT COALESCE(MAX(id), 0) - 16 FROM local_task_message) OR status NOT IN (2, 4, 6)
            ORDER BY id DESC LIMIT 100""";

    private final DataSource dataSource;
    private final Desk desk;
    private final Partner partner;
    private final Broker broker;

    Figures(DataSource dataSource, Desk desk, Partner partner, Broker broker) {
        this.dataSource = dataSource;
        this.desk = desk;
        this.partner = partner;
        this.broker = broker;
    }

    Counts now() {
        return withConnection(connection -> {
            List<String> rolledBack = desk.rolledBack();
            int ghosts = 0;
            for (String order : rolledBack) {
                ghosts += count("erp:order:" + order) + count("events:order:" + order);
            }
            int missing = 0;
            for (String taskId : read(connection, MARKED_AS_DELIVERED, row -> row.getString(1))) {
                missing += 1 - count(taskId);
            }
            int[] rows = read(connection, COUNTS,
                    row -> new int[] { row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4) }).get(0);
            return new Counts(rows[0], rolledBack.size(), partner.inbox().received(), broker.inbox().received(),
                    partner.inbox().duplicates() + broker.inbox().duplicates(), rows[2], rows[3],
                    2 * rows[0] - rows[1] + missing, ghosts);
        });
    }

    List<TaskRow> tasks() {
        return withConnection(connection -> read(connection, TASKS,
                row -> new TaskRow(row.getString(1), TaskIds.order(row.getString(1)), row.getString(2),
                        TaskStatus.of(row.getInt(3)), row.getInt(4), row.getLong(5), row.getString(6))));
    }

    private int count(String taskId) {
        return partner.inbox().has(taskId) || broker.inbox().has(taskId) ? 1 : 0;
    }

    private <T> T withConnection(Query<Connection, T> query) {
        try (Connection connection = dataSource.getConnection()) {
            return query.read(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> List<T> read(Connection connection, String sql, Query<ResultSet, T> query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet rows = statement.executeQuery()) {
            List<T> result = new ArrayList<>();
            while (rows.next()) {
                result.add(query.read(rows));
            }
            return result;
        }
    }

    @FunctionalInterface
    private interface Query<S, T> {
        T read(S source) throws SQLException;
    }
}
