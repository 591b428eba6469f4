package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One contender's database, seen by the driver. */
public final class Database implements AutoCloseable {

    private static final String COUNTS = """
            SELECT pg_current_wal_insert_lsn() - '0/0',
                   COALESCE(sum(calls) FILTER (WHERE NOT control), 0),
                   COALESCE(sum(calls) FILTER (WHERE query !~* '^ *(begin|start transaction)'), 0)
            FROM (SELECT calls, query, query ~* '^ *(begin|start|commit|rollback|set|reset|show|discard)' AS control
                  FROM pg_stat_statements s
                  JOIN pg_roles r ON r.oid = s.userid AND r.rolname = '%s'
                  JOIN pg_database d ON d.oid = s.dbid AND d.datname = '%s') s
            """;

    private final String url;
    private final Connection connection;
    private final Connection counting;
    private final Postgres server;

    /** What it had done at a moment. @param cpu seconds of all the server's processes */
    public record Counts(double wal, double statements, double roundTrips, double cpu) {

        public Counts since(Counts before) {
            return new Counts(wal - before.wal, statements - before.statements, roundTrips - before.roundTrips,
                    cpu - before.cpu);
        }
    }

    Database(String url, Connection connection, Connection counting, Postgres server) {
        this.url = url;
        this.connection = connection;
        this.counting = counting;
        this.server = server;
    }

    public String url() {
        return url;
    }

    public Counts counts() {
        String name = url.substring(url.lastIndexOf('/') + 1);
        try (Statement statement = counting.createStatement();
                ResultSet row = statement.executeQuery(COUNTS.formatted(Postgres.USER, name))) {
            row.next();
            return new Counts(row.getDouble(1), row.getDouble(2), row.getDouble(3),
                    ProcessTimes.cpuSecondsOfAll(server.postmaster()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
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
        return number("""
                SELECT COALESCE(sum(s.total_exec_time) / NULLIF(sum(s.rows), 0), 0)
                FROM pg_stat_statements s
                JOIN pg_roles r ON r.oid = s.userid AND r.rolname = '%s'
                JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
                WHERE s.query LIKE '%s'
                """.formatted(Postgres.USER, like));
    }

    public void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** @return a connection of its own, as the contenders' user or as the driver's */
    public Connection connect(String user) {
        try {
            return DriverManager.getConnection(url, user, "");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public Postgres server() {
        return server;
    }

    @Override
    public void close() {
        try {
            connection.close();
            counting.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        server.drop(url);
    }
}
