package io.quarkiverse.localtask.it.benchmark.peers;

import java.sql.Connection;

/** The upper bound of all: only the business transaction, without any message. */
final class Business extends JdbcContender {

    Business() {
        super(0);
    }

    @Override
    Runnable insert(Connection connection, String body) {
        return () -> {
        };
    }

    @Override
    public void deliver() {
        // there is nothing
    }

    @Override
    public String settings() {
        return "the business row only, no message; JDBC, " + pool.getMaximumPoolSize() + " connections";
    }

    @Override
    public void close() {
        pool.close();
    }
}
