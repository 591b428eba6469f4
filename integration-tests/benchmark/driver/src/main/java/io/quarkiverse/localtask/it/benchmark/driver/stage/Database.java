package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One contender's database, seen by the driver. */
public final class Database implements AutoCloseable {

    private final String url;
    private final String user;
    private final String password;
    private final Connection connection;
    private final Accounts accounts;
    private final Runnable drop;

    /** Where the server says what it has done. */
    interface Accounts extends AutoCloseable {

        Counts counts();

        @Override
        void close() throws SQLException;
    }

    /** What it had done at a moment. @param cpu seconds of all the server's processes */
    public record Counts(double wal, double statements, double roundTrips, double cpu) {

        public Counts since(Counts before) {
            return new Counts(wal - before.wal, statements - before.statements, roundTrips - before.roundTrips,
                    cpu - before.cpu);
        }
    }

    /**
     * @param user the contenders'
     * @param drop removes it
     */
    Database(String url, String user, String password, Connection connection, Accounts accounts, Runnable drop) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.connection = connection;
        this.accounts = accounts;
        this.drop = drop;
    }

    /** @return what a contender needs to know */
    List<String> properties() {
        return List.of("-Dbench.jdbc-url=" + url, "-Dbench.user=" + user, "-Dbench.password=" + password);
    }

    public Counts counts() {
        return accounts.counts();
    }

    /** @param query of one row with one boolean */
    public boolean isTrue(String query) {
        return value(query, row -> row.getBoolean(1));
    }

    public double number(String query) {
        return value(query, row -> row.getDouble(1));
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> T value(String query, Reader<T> reader) {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            row.next();
            return reader.read(row);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    /** Forgets how often statements have run, and how long. */
    public void resetStatements() {
        execute("SELECT pg_stat_statements_reset()");
    }

    /** @return how long the contenders' statements like this have run on the server, divided by the rows they gave */
    public double millisPerRow(String like) {
        return millisPer("rows", like);
    }

    /** @return how long one of the contenders' statements like this has run on the server on average */
    public double millisPerCall(String like) {
        return millisPer("calls", like);
    }

    private double millisPer(String unit, String like) {
        return number("""
                SELECT COALESCE(sum(s.total_exec_time) / NULLIF(sum(s.%s), 0), 0)
                FROM pg_stat_statements s
                JOIN pg_roles r ON r.oid = s.userid AND r.rolname = '%s'
                JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
                WHERE s.query LIKE '%s'
                """.formatted(unit, Postgres.USER, like));
    }

    public void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** @return a connection of its own, as the contenders' user */
    public Connection connect() {
        try {
            return DriverManager.getConnection(url, user, password);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
            accounts.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        drop.run();
    }
}
