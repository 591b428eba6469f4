package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.quarkiverse.localtask.it.support.NeedsPostgres;
import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkiverse.localtask.it.support.Receiver;

/** A database, a partner, and order services that are started and killed; with waits short enough for a test. */
@NeedsPostgres
abstract class CrashTestBase {

    /** Grace, lap and a tick, twice over, on a busy machine. */
    static final Duration RECOVERY = Duration.ofSeconds(60);

    final Database database = new Database();
    final Receiver partner = new Receiver();
    final Set<String> confirmed = new ConcurrentSkipListSet<>();
    final Set<String> refused = new ConcurrentSkipListSet<>();
    private final List<OrderServiceProcess> processes = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();

    @BeforeEach
    void shortWaits() {
        configure("quarkus.http.port", "0");
        configure("quarkus.datasource.jdbc.url", database.url());
        configure("quarkus.datasource.username", PostgresServer.USER);
        configure("quarkus.datasource.password", PostgresServer.USER);
        configure("erp.url", partner.url());
        configure("quarkus.local-task.schema-management", "create");
        // long enough for the first request of a cold process on a busy machine
        configure("quarkus.local-task.destinations.erp.timeout", "4s");
        configure("quarkus.local-task.grace", "5s");
        configure("quarkus.local-task.lease", "5s");
        configure("quarkus.local-task.compensation.lap-interval", "1s");
        configure("quarkus.local-task.retry.initial-delay", "1s");
        configure("quarkus.local-task.retry.max-delay", "2s");
        configure("quarkus.local-task.shutdown-timeout", "5s");
    }

    @AfterEach
    void endAll() {
        processes.forEach(OrderServiceProcess::close);
        partner.close();
    }

    /** Sets a property of every order service that is started from now on. */
    void configure(String property, String value) {
        properties.put(property, value);
    }

    OrderServiceProcess start() {
        return start("order-service.jar");
    }

    /** The same application, built with {@code houses=16} instead of 64. */
    OrderServiceProcess startWith16Houses() {
        return start("order-service-16-houses.jar");
    }

    /** @param jar the system property that names the packaged application */
    OrderServiceProcess start(String jar) {
        OrderServiceProcess process = OrderServiceProcess.start(Path.of(System.getProperty(jar)), getClass().getSimpleName(),
                properties);
        processes.add(process);
        return process;
    }

    static String json(String order) {
        return "{\"id\":\"" + order + "\",\"item\":\"bolt\",\"quantity\":3}";
    }

    void place(OrderServiceProcess service, String order) throws IOException {
        assertThat(service.post("/orders", json(order))).as("status of order %s", order).isEqualTo(201);
        confirmed.add(order);
    }

    void placeAndFail(OrderServiceProcess service, String order) throws IOException {
        assertThat(service.post("/orders?fail=true", json(order))).as("status of order %s", order).isEqualTo(409);
        refused.add(order);
    }

    /** Waits for the recovery, then checks {@link Invariants}. */
    void everyCommittedOrderArrives() {
        await("all committed orders are delivered and written back").atMost(RECOVERY)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    Set<String> missing = new TreeSet<>();
                    database.orders().forEach(order -> missing.add(Invariants.taskId(order)));
                    missing.removeAll(partner.accepted());
                    assertThat(missing).as("not delivered yet").isEmpty();
                    assertThat(database.tasks().values()).as("not written back yet")
                            .filteredOn(row -> row.status() != Database.Row.SUCCEEDED).isEmpty();
                });
        Invariants.check(database, partner, confirmed, refused);
    }
}
