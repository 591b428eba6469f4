package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** The databases that the store's tests run on. The PostgreSQL server is started once per JVM. */
enum TestDatabase {

    POSTGRESQL("postgresql") {
        @Override
        DataSource empty() throws SQLException {
            String schema = "test_" + COUNTER.incrementAndGet();
            try (Connection connection = Server.INSTANCE.getPostgresDatabase().getConnection()) {
                connection.createStatement().execute("CREATE SCHEMA " + schema);
            }
            PGSimpleDataSource dataSource = (PGSimpleDataSource) Server.INSTANCE.getPostgresDatabase();
            dataSource.setCurrentSchema(schema);
            return dataSource;
        }
    },

    H2("h2") {
        @Override
        DataSource empty() {
            return h2("");
        }
    },

    H2_AS_POSTGRESQL("h2") {
        @Override
        DataSource empty() {
            return h2(";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH");
        }
    };

    static final AtomicInteger COUNTER = new AtomicInteger();

    final String dbKind;

    TestDatabase(String dbKind) {
        this.dbKind = dbKind;
    }

    /** @return a datasource without a pool, on a schema of its own */
    abstract DataSource empty() throws SQLException;

    private static JdbcDataSource h2(String mode) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:test_" + COUNTER.incrementAndGet() + ";DB_CLOSE_DELAY=-1" + mode);
        dataSource.setUser("sa");
        return dataSource;
    }

    private static final class Server {
        static final EmbeddedPostgres INSTANCE = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
