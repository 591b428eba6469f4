package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.quarkiverse.localtask.it.benchmark.driver.stage.Database.Counts;

/** What pg_stat_statements and the position in the write-ahead log say. */
final class PostgresAccounts implements Database.Accounts {

    private static final String COUNTS = """
            SELECT pg_current_wal_insert_lsn() - '0/0',
                   COALESCE(sum(calls) FILTER (WHERE NOT control), 0),
                   COALESCE(sum(calls) FILTER (WHERE query !~* '^ *(begin|start transaction)'), 0)
            FROM (SELECT calls, query, query ~* '^ *(begin|start|commit|rollback|set|reset|show|discard)' AS control
                  FROM pg_stat_statements s
                  JOIN pg_roles r ON r.oid = s.userid AND r.rolname = '%s'
                  JOIN pg_database d ON d.oid = s.dbid AND d.datname = '%s') s
            """;

    private final Connection connection;
    private final String database;
    private final long postmaster;

    /** @param connection of its own, to another database: what it does is not counted */
    PostgresAccounts(Connection connection, String database, long postmaster) {
        this.connection = connection;
        this.database = database;
        this.postmaster = postmaster;
    }

    @Override
    public Counts counts() {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(COUNTS.formatted(Postgres.USER, database))) {
            row.next();
            return new Counts(row.getDouble(1), row.getDouble(2), row.getDouble(3), ProcessTimes.cpuSecondsOfAll(postmaster));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
