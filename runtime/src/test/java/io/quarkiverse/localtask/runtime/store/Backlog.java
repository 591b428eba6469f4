package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Rows of a large task table, made by the database itself: 64 houses, a payload of 200 bytes; ids and task ids in the
 * order of insertion.
 */
final class Backlog {

    static final int HOUSES = 64;
    /** Five destinations, by turns. */
    static final String PARTNERS = null;

    private static final long AT_ONCE = 1_000_000;

    private final TestDatabase database;
    private final Connection connection;
    private long last;

    Backlog(TestDatabase database, Connection connection) {
        this(database, connection, 0);
    }

    /** @param last the number in the last task id that there is */
    Backlog(TestDatabase database, Connection connection, long last) {
        this.last = last;
        this.database = database;
        this.connection = connection;
    }

    /**
     * Finished rows, then a backlog: most of it one dead destination's, a tenth fresh, a tenth due retries, a fifth not due.
     */
    void fill(long finished, long waiting) throws SQLException {
        long thousandth = waiting / 1_000;
        rows(finished, 2, PARTNERS, "-24");
        rows(600 * thousandth, 3, "down", "-1");
        rows(100 * thousandth, 3, "down", "24");
        rows(100 * thousandth, 5, "later", "24");
        rows(98 * thousandth, 3, PARTNERS, "-1");
        rows(50 * thousandth, 0, PARTNERS, "-1");
        rows(50 * thousandth, 0, PARTNERS, "1");
        rows(thousandth, 1, PARTNERS, "-1");
        rows(thousandth, 1, PARTNERS, "24");
    }

    /** @param dueInHours of the first row; each further one is due a millisecond before it */
    void rows(long count, int status, String destination, String dueInHours) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (long from = 1; from <= count; from += AT_ONCE) {
                long to = Math.min(count, from + AT_ONCE - 1);
                statement.execute(insert(from, to, status, destination, dueInHours));
            }
        }
        last += count;
    }

    private String insert(long from, long to, int status, String destination, String dueInHours) {
        boolean mariaDb = database.isMariaDb();
        String now = mariaDb ? "UTC_TIMESTAMP(6)" : "now()";
        String due = mariaDb ? now + " + INTERVAL " + dueInHours + " HOUR - INTERVAL i * 1000 MICROSECOND"
                : now + " + " + dueInHours + " * interval '1 hour' - i * interval '1 millisecond'";
        String created = now + " - INTERVAL '240' HOUR";
        String name = destination != PARTNERS ? "'" + destination + "'"
                : mariaDb ? "CONCAT('partner-', i DIV 64 % 5)" : "'partner-' || i / 64 % 5";
        String numbers = mariaDb ? "(SELECT seq AS i FROM seq_" + from + "_to_" + to + ") numbers"
                : "generate_series(" + from + ", " + to + ") i";
        return "INSERT INTO " + StoreTest.TABLE + " (task_id, task_name, channel, destination, payload, content_type,"
                + " house_number, status, attempts, version, next_attempt_time, create_time, update_time)"
                + " SELECT lpad(CAST(" + last + " + i AS CHAR(20)), 36, '0'), 'Orders.place', 'http', " + name
                + ", repeat('x', 200),"
                + " 'application/json', i % 64, " + status + ", 0, 0, " + due + ", " + created + ", " + created
                + " FROM " + numbers;
    }
}
