package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The servers that all contenders share, and what starts contenders. */
public final class Stage implements AutoCloseable {

    private final Path benchmark;
    private final Path logs;
    private final Path java;
    private final Postgres postgres;
    private final Receiver receiver;
    private MariaDb mariaDb;
    private int started;

    /**
     * @param benchmark the directory of the benchmark's modules, built
     * @param results where logs go
     */
    public Stage(Path benchmark, Path results) {
        this.benchmark = benchmark;
        java = Path.of(System.getProperty("java.home"));
        logs = results.resolve("logs");
        try {
            Files.createDirectories(logs);
            postgres = new Postgres(Files.createTempDirectory("local-task-benchmark",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))).toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        receiver = new Receiver(java, logs.resolve("receiver.log"));
    }

    public Postgres postgres() {
        return postgres;
    }

    public Receiver receiver() {
        return receiver;
    }

    /** @return a contender on a new database */
    public Contestant start(Kind kind, Map<String, String> properties) {
        return start(kind, properties, kind.home == Kind.Home.APPLICATION_ON_MARIADB ? mariaDb().newDatabase()
                : postgres.newDatabase(), java);
    }

    /** Started when it is first needed, so that PostgreSQL has the machine for itself before. */
    private MariaDb mariaDb() {
        if (mariaDb == null) {
            mariaDb = new MariaDb();
        }
        return mariaDb;
    }

    /** @return a further instance on the same database */
    public Contestant join(Contestant first, Map<String, String> properties) {
        return start(first.kind(), properties, first.database(), java);
    }

    /** @param java the home of the JDK it runs on */
    public Contestant start(Kind kind, Map<String, String> properties, Database database, Path java) {
        List<String> arguments = new ArrayList<>(List.of("-Xms1g", "-Xmx1g", "-Dbench.contender=" + kind.contender,
                "-Dbench.delete=" + kind.delete, "-Dbench.receiver=" + receiver.url()));
        arguments.addAll(database.properties());
        boolean application = kind.home.build != null;
        if (application) {
            arguments.add("-Dquarkus.local-task.active=" + kind.isOurs());
            arguments.add("-Dquarkus.local-task.completion=" + (kind.delete ? "delete" : "mark"));
        }
        properties.forEach((key, value) -> arguments.add("-D" + key + "=" + value));
        if (application) {
            arguments.addAll(List.of("-jar",
                    benchmark.resolve("application/target").resolve(kind.home.build).resolve("quarkus-run.jar").toString()));
        } else {
            Path target = benchmark.resolve("peers/target");
            arguments.addAll(List.of("-cp", target.resolve("classes") + ":" + target.resolve("lib/*"),
                    "io.quarkiverse.localtask.it.benchmark.peers.Peers"));
        }
        Path log = logs.resolve(kind.label() + "-" + ++started + ".log");
        return new Contestant(kind, java, log, arguments, database, receiver);
    }

    /** What one workload leaves behind must not burden the next. */
    public void rest(Contestant contestant) {
        contestant.database().execute("VACUUM ANALYZE");
        postgres.checkpoint();
    }

    @Override
    public void close() {
        receiver.close();
        postgres.close();
        if (mariaDb != null) {
            mariaDb.close();
        }
    }
}
