package io.quarkiverse.localtask.it.benchmark.peers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.quarkiverse.localtask.it.benchmark.Contender;
import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.it.benchmark.Settings;

/** The business transaction over plain JDBC, which is the same for every peer. */
abstract class JdbcContender implements Contender {

    /** How many threads send, where a peer sends from threads. */
    static final int THREADS = Integer.getInteger("bench.threads", 32);

    private static final int BUSINESS_CONNECTIONS = 20;
    private static final String BUSINESS_TEXT = "b".repeat(100);

    final HikariDataSource pool;

    /** @param ownConnections how many it needs beside those of the business transactions */
    JdbcContender(int ownConnections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(Settings.jdbcUrl());
        config.setUsername(Settings.user());
        config.setMaximumPoolSize(BUSINESS_CONNECTIONS + ownConnections);
        pool = new HikariDataSource(config);
    }

    @Override
    public final void transaction(int n) throws Exception {
        Runnable handOver;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO business (n, text) VALUES (?, ?)")) {
                insert.setInt(1, n);
                insert.setString(2, BUSINESS_TEXT);
                insert.executeUpdate();
            }
            handOver = insert(connection, Message.body(n));
            connection.commit();
        }
        handOver.run();
    }

    /**
     * Inserts the message in the caller's transaction.
     *
     * @return what runs after the commit
     */
    abstract Runnable insert(Connection connection, String body) throws Exception;

    /** Runs statements, each in a transaction of its own. */
    final void execute(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
