package io.quarkiverse.localtask.deployment.engine;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;

import javax.sql.DataSource;

import org.postgresql.ds.PGSimpleDataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A PostgreSQL server that is started after the application, on the port that the application was told. */
final class LateServer implements AutoCloseable {

    private final EmbeddedPostgres server;

    private LateServer(EmbeddedPostgres server) {
        this.server = server;
    }

    static LateServer start(Class<?> test) {
        try {
            return new LateServer(EmbeddedPostgres.builder().setPort(port(test)).start());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> config(Class<?> test) {
        return Map.of("quarkus.datasource.db-kind", "postgresql", "quarkus.datasource.username", "postgres",
                "quarkus.datasource.password", "postgres", "quarkus.datasource.jdbc.url", url(test));
    }

    static DataSource dataSource(Class<?> test) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url(test));
        dataSource.setUser("postgres");
        dataSource.setPassword("postgres");
        return dataSource;
    }

    private static String url(Class<?> test) {
        return "jdbc:postgresql://localhost:" + port(test) + "/postgres";
    }

    /* The test class is loaded twice; a system property is what its two forms share. */
    private static int port(Class<?> test) {
        String property = "local-task.tests.port." + test.getSimpleName();
        Integer port = Integer.getInteger(property);
        if (port == null) {
            try (ServerSocket socket = new ServerSocket(0)) {
                port = socket.getLocalPort();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            System.setProperty(property, port.toString());
        }
        return port;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
