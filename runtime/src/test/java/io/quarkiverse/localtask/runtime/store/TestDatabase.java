package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;

import io.quarkiverse.localtask.it.support.MariaDbServer;
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

        @Override
        DataSource role(DataSource owner) throws SQLException {
            String role = "role_" + COUNTER.incrementAndGet();
            PGSimpleDataSource dataSource = (PGSimpleDataSource) Server.INSTANCE.getDatabase(role, "postgres");
            try (Connection connection = owner.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("CREATE ROLE " + role + " LOGIN");
                statement.execute("GRANT USAGE ON SCHEMA " + connection.getSchema() + " TO " + role);
                dataSource.setCurrentSchema(connection.getSchema());
            }
            return dataSource;
        }
    },

    MARIADB("mariadb") {
        @Override
        DataSource empty() throws SQLException {
            return empty("");
        }
    },

    /** MySQL's driver, on a MariaDB. */
    MARIADB_AS_MYSQL("mysql") {
        @Override
        DataSource empty() throws SQLException {
            return empty("");
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

    /** @param options of the URL, with the question mark; MariaDB and MySQL only */
    DataSource empty(String options) throws SQLException {
        return mariaDb(this == MARIADB ? "jdbc:mariadb:" : "jdbc:mysql:", options);
    }

    boolean isMariaDb() {
        return this == MARIADB || this == MARIADB_AS_MYSQL;
    }

    /** @return the statement that gives a column another type */
    String changeType(String column, String type) {
        return switch (this) {
            case POSTGRESQL -> "ALTER TABLE local_task_message ALTER COLUMN " + column + " TYPE " + type;
            case MARIADB, MARIADB_AS_MYSQL -> "ALTER TABLE local_task_message MODIFY " + column + " " + type;
            case H2, H2_AS_POSTGRESQL -> "ALTER TABLE local_task_message ALTER COLUMN " + column + " SET DATA TYPE " + type;
        };
    }

    String dropIndex(String index) {
        return "DROP INDEX " + index + (isMariaDb() ? " ON local_task_message" : "");
    }

    /** @return a datasource on the same schema, as a new role without any rights on its tables */
    DataSource role(DataSource owner) throws SQLException {
        if (isMariaDb()) {
            Url url = (Url) Proxy.getInvocationHandler(owner);
            String role = "role_" + COUNTER.incrementAndGet();
            try (Connection connection = owner.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("CREATE USER " + role + "@'%' IDENTIFIED BY 'x'");
                // without any right MariaDB does not let it in
                statement.execute("GRANT SHOW VIEW ON * TO " + role);
            }
            return dataSource(new Url(url.url(), role, "x"));
        }
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(((JdbcDataSource) owner).getURL().replace(";DB_CLOSE_DELAY=-1", ""));
        dataSource.setUser("ROLE_" + COUNTER.incrementAndGet());
        dataSource.setPassword("x");
        try (Connection connection = owner.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER " + dataSource.getUser() + " PASSWORD 'x'");
        }
        return dataSource;
    }

    static DataSource unreachable(String message) {
        return (DataSource) Proxy.newProxyInstance(TestDatabase.class.getClassLoader(), new Class<?>[] { DataSource.class },
                (proxy, method, args) -> {
                    throw new SQLException(message);
                });
    }

    private record Url(String url, String user, String password) implements InvocationHandler {

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }
    }

    private static DataSource dataSource(Url url) {
        return (DataSource) Proxy.newProxyInstance(TestDatabase.class.getClassLoader(), new Class<?>[] { DataSource.class },
                url);
    }

    private static DataSource mariaDb(String driver, String options) throws SQLException {
        Assumptions.assumeTrue(MariaDbServer.isUsable(), "There is no MariaDB here: its tests are skipped");
        String name = "test_" + COUNTER.incrementAndGet();
        String url = driver + "//127.0.0.1:" + MariaDbServer.start() + "/";
        try (Connection connection = DriverManager.getConnection(url, MariaDbServer.USER, MariaDbServer.PASSWORD)) {
            connection.createStatement().execute("CREATE DATABASE " + name);
        }
        return dataSource(new Url(url + name + options, MariaDbServer.USER, MariaDbServer.PASSWORD));
    }

    static String name(DataSource role) {
        if (Proxy.isProxyClass(role.getClass())) {
            return ((Url) Proxy.getInvocationHandler(role)).user();
        }
        return role instanceof JdbcDataSource h2 ? h2.getUser() : ((PGSimpleDataSource) role).getUser();
    }

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
