package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Database.Order;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/**
 * What one scenario plays on: a database and a receiver of its own, the servers, the instances it starts, the load it puts on
 * them. Waits are short enough for a suite: grace and lease 5 s, first retry after 1 s, at the most 2 s.
 */
public final class Stage implements AutoCloseable {

    /** Grace, lap and a tick, several times over, on a busy machine. */
    public static final Duration RECOVERY = Duration.ofSeconds(90);

    private final Servers servers;
    private final Path directory;
    private final Random random;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<Instance> instances = new CopyOnWriteArrayList<>();
    private final List<Load> loads = new ArrayList<>();
    private final Map<String, Order> everCommitted = new HashMap<>();
    private final Set<String> expectedDead = new HashSet<>();
    private final Map<String, Object> measures = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();
    private final DatabaseServer server;
    private final Database database;
    private final Receiver receiver;
    private String application;
    private int started;
    private long settlingSince = System.currentTimeMillis();

    /** @param mariaDb whether the database is a MariaDB */
    public Stage(Servers servers, String name, long seed, boolean mariaDb) {
        this.servers = servers;
        random = new Random(seed);
        try {
            directory = Files.createDirectories(servers.results().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        application = mariaDb ? "on-mariadb" : "quarkus-app";
        server = mariaDb ? servers.mariaDb() : servers.postgreSql();
        database = server.newDatabase();
        receiver = new Receiver(directory);
        configure("quarkus.datasource.jdbc.url", database.url());
        configure("quarkus.datasource.username", database.user());
        configure("quarkus.datasource.password", database.user());
        configure("receiver.url", receiver.url());
        // long enough for the first request of a cold process on a busy machine
        waits("4s", "5s");
        configure("quarkus.local-task.compensation.lap-interval", "1s");
        configure("quarkus.local-task.retry.initial-delay", "1s");
        configure("quarkus.local-task.retry.max-delay", "2s");
        configure("quarkus.local-task.retry.max-attempts", "0");
        configure("quarkus.local-task.shutdown-timeout", "5s");
    }

    private void waits(String timeout, String lease) {
        for (int i = 0; i < 10; i++) {
            configure("quarkus.local-task.destinations.d" + i + ".timeout", timeout);
        }
        configure("quarkus.local-task.destinations.events.timeout", timeout);
        configure("quarkus.local-task.destinations.poison.timeout", timeout);
        configure("quarkus.local-task.ad-hoc.timeout", timeout);
        configure("quarkus.local-task.grace", lease);
        configure("quarkus.local-task.lease", lease);
    }

    /**
     * From now on attempts may take 8 s, and grace and lease are 10 s: where a repeat is a broken promise, a busy machine that
     * stands still for a few seconds must not be the one who breaks it.
     */
    public void haveTime() {
        for (int i = 0; i < 10; i++) {
            configure("quarkus.local-task.destinations.d" + i + ".connect-timeout", "8s");
        }
        waits("8s", "10s");
    }

    /** Sets a property of every instance that is started from now on. */
    public void configure(String property, String value) {
        properties.put(property, value);
    }

    /** Instances that are started from now on have the RabbitMQ channel, and this broker's address. */
    public RabbitMqServer withBroker() {
        RabbitMqServer broker = servers.broker();
        application = "with-broker";
        configure("rabbitmq-host", "127.0.0.1");
        configure("rabbitmq-port", Integer.toString(broker.port()));
        return broker;
    }

    public Instance start() {
        return start(List.of());
    }

    /** @param prefix a command that starts the process, with its own arguments */
    public Instance start(List<String> prefix) {
        Instance instance = Instance.start(servers.applications().resolve(application),
                directory.resolve("instance-" + ++started + ".log"), properties, prefix);
        instances.add(instance);
        return instance;
    }

    /**
     * @return a wall clock for one instance, to be started with its prefix
     * @throws ScenarioSkipped if this machine cannot have one
     */
    public WallClock wallClock() {
        return WallClock.in(directory);
    }

    /** @return those that were started, dead ones included */
    public List<Instance> instances() {
        return instances;
    }

    public Database database() {
        return database;
    }

    public DatabaseServer server() {
        return server;
    }

    /** @return the server, which must be a PostgreSQL */
    public PostgreSql postgreSql() {
        return (PostgreSql) server;
    }

    /** For files of a scenario's own. */
    public Path directory() {
        return directory;
    }

    public Receiver receiver() {
        return receiver;
    }

    /** For whatever is to be random: the same in every run with the same seed. */
    public Random random() {
        return random;
    }

    /** Four producers, about 80 orders a second together. */
    public Load load(String... destinations) {
        return load(4, Duration.ofMillis(50), destinations);
    }

    public Load load(int producers, Duration pause, String... destinations) {
        Load load = new Load("load" + loads.size(), random.nextLong(), producers, pause, () -> instances,
                List.of(destinations));
        loads.add(load);
        return load;
    }

    /**
     * The orders that are committed by now count as committed, whatever becomes of the database: their tasks may arrive. Those
     * that vanish with it need not.
     */
    public void rememberCommitted() {
        database.orders().forEach(order -> everCommitted.put(order.id(), order));
    }

    /** The task must be dead at the end. */
    public void expectDead(String taskId) {
        expectedDead.add(taskId);
    }

    /** Something that this scenario promises beyond what the ledgers say. */
    public void expect(boolean kept, String promise) {
        if (!kept) {
            broken.add(promise);
        }
    }

    /** A figure for the report. */
    public void measure(String name, Object value) {
        measures.put(name, value);
    }

    public Map<String, Object> measures() {
        return measures;
    }

    public List<String> broken() {
        return broken;
    }

    /**
     * Tasks that the receiver has taken and that are not written back: in flight, or with an outcome that is not committed yet.
     * They are what a kill just before may repeat; those of the other instances count too, since a row does not say whose it
     * is.
     */
    public Set<String> takenAndNotWrittenBack() {
        Set<String> open = new HashSet<>();
        database.tasks().stream().filter(row -> row.status() != Database.Row.SUCCEEDED).forEach(row -> open.add(row.taskId()));
        Set<String> taken = new TreeSet<>();
        receiver.catchUp();
        receiver.deliveries().stream().filter(Delivery::accepted).map(Delivery::taskId).filter(open::contains)
                .forEach(taken::add);
        return taken;
    }

    /** @return tasks that the receiver has taken more than once */
    public Set<String> takenAgain() {
        Set<String> taken = new HashSet<>();
        return receiver.deliveries().stream().filter(Delivery::accepted).map(Delivery::taskId)
                .filter(taskId -> !taken.add(taskId)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Ends the load, and waits until nothing is left to do. */
    public void settle() {
        settle(RECOVERY);
    }

    public void settle(Duration atMost) {
        loads.forEach(Load::stop);
        settlingSince = System.currentTimeMillis();
        try {
            Await.until("every task is in its final state", atMost, () -> database.unfinished() == 0);
        } catch (ScenarioFailure e) {
            broken.add(e.getMessage() + ": " + database.unfinished() + " left");
        }
    }

    public Verdict verdict() {
        loads.forEach(load -> {
            load.stop();
            // a load that placed nothing, or rolled back nothing, shows nothing
            expect(load.confirmedCount() > 0, "orders were committed");
            expect(load.confirmedCount() < 50 || load.refusedCount() > 0, "orders were rolled back");
        });
        receiver.catchUp();
        List<Order> present = database.orders();
        present.forEach(order -> everCommitted.put(order.id(), order));
        Set<String> confirmed = new HashSet<>();
        loads.forEach(load -> confirmed.addAll(load.confirmed()));
        return new Checker(everCommitted.values(), present, confirmed, expectedDead)
                .check(receiver.deliveries(), database.tasks(), settlingSince);
    }

    @Override
    public void close() {
        loads.forEach(Load::stop);
        instances.forEach(Instance::end);
        receiver.close();
    }
}
