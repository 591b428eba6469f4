package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;

import javax.sql.DataSource;

public final class Database {
    private final DataSource dataSource;
    private final Semaphore permits;

    public Database(DataSource dataSource, int permits) {
        this.dataSource = dataSource;
        this.permits = new Semaphore(permits, true);
    }

    public <T> T background(SqlFunction<Connection, T> work) throws SQLException {
        permits.acquireUninterruptibly();
        try (Connection connection = dataSource.getConnection()) {
            return work.apply(connection);
        } finally {
            permits.release();
        }
    }

    public void create(String kind, String table) throws SQLException {
        background(c -> {
            try (var s = c.createStatement()) {
                for (String sql : DdlScript.of(kind, TableNames.of(table)).statements()) {
                    s.execute(sql);
                }
            }
            return null;
        });
    }
}
