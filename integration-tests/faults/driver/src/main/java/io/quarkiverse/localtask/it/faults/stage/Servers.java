package io.quarkiverse.localtask.it.faults.stage;

import java.nio.file.Path;

import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** The servers, which all scenarios share, each started when it is first asked for. */
public final class Servers implements AutoCloseable {

    private final Path applications;
    private final Path results;
    private PostgreSql postgreSql;
    private MariaDb mariaDb;
    private RabbitMqServer broker;

    public Servers(Path applications, Path results) {
        this.applications = applications;
        this.results = results;
    }

    /** Where the packaged applications are. */
    Path applications() {
        return applications;
    }

    Path results() {
        return results;
    }

    PostgreSql postgreSql() {
        if (postgreSql == null) {
            postgreSql = new PostgreSql(results.resolve("servers"));
        }
        return postgreSql;
    }

    MariaDb mariaDb() {
        if (mariaDb == null) {
            mariaDb = new MariaDb(results.resolve("servers"));
        }
        return mariaDb;
    }

    RabbitMqServer broker() {
        if (broker == null) {
            broker = new RabbitMqServer();
            broker.start();
        }
        return broker;
    }

    @Override
    public void close() {
        if (postgreSql != null) {
            postgreSql.close();
        }
        if (mariaDb != null) {
            mariaDb.close();
        }
        if (broker != null) {
            broker.close();
        }
    }
}
