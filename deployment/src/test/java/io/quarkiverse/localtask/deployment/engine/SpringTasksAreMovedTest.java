package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

/**
 * What the original component, for Spring, has not sent is moved by the shipped script, under the old ids, and sent. What
 * cannot
 * be moved stays, and is named; the script may be run again.
 */
@DisabledIfSystemProperty(named = "local-task.tests.database", matches = "h2", disabledReason = "nobody moves to H2")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SpringTasksAreMovedTest {

    private static final String PORT = "local-task.tests.spring-receiver";
    private static final String SECRET = "Bearer s3cret";
    private static final String FROM_SPRING = "META-INF/local-task/from-spring/" + SchemaTools.dialect();

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(SpringTasksAreMovedTest.class, Map.of(
            "destinations.partner.url", url("/orders"),
            "destinations.partner.headers.Authorization", SECRET,
            "destinations.partner.timeout", "5s",
            "ad-hoc.timeout", "5s",
            "grace", "15s",
            "lease", "15s",
            "schema-management", "validate"), SchemaTools.class)
            .setBeforeAllCustomizer(SpringTasksAreMovedTest::oldApplication);

    private static String ownMigration() {
        return SchemaTools.documented("V1__keep_the_old_table.sql").replace("http://partner.example/orders", url("/orders"));
    }

    @Inject
    Work work;

    @Inject
    @Identifier("scripted")
    ScriptedChannel channel;

    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private HttpServer receiver;

    private record Request(String line, String id, String contentType, String authorization, String body) {
    }

    private static void oldApplication() {
        SpringTable table = SpringTable.create(TestDatabase.of(SpringTasksAreMovedTest.class));
        table.add("TASK_PENDING", 0, "http", SpringTable.http(url("/hook?a=%2F")));
        table.add("TASK_SENDING", 1, "http", SpringTable.http(url("/hook?a=%2F")));
        table.add("TASK_FAILED", 3, "http", "{\"http\":{\"url\":\"" + url("/hook?a=%2F") + "\"}}");
        table.add("TASK_DONE", 2, "http", SpringTable.http(url("/hook?a=%2F")));
        table.add("TASK_TO_PARTNER", 3, "http", "{\"http\":{\"url\":\"" + url("/orders")
                + "\",\"method\":\"post\",\"authorization\":\"" + SECRET + "\"}}");
        table.add("TASK_MQ", 0, "rabbit_mq", SpringTable.mq("ltm_exchange", "topic.order_success"));
        table.add("TASK_KAFKA", 0, "kafka", "{\"kafka\":{\"topic\":\"t\"}}");
        table.add("TASK_SECRET", 0, "http", "{\"http\":{\"url\":\"" + url("/other") + "\",\"authorization\":\"" + SECRET
                + "\"}}");
        table.add("TASK_HEADERS", 3, "http", "{\"http\":{\"url\":\"" + url("/other") + "\",\"headers\":{\"X-Token\":\"" + SECRET
                + "\"}}}");
        table.add("TASK_USER", 3, "http", SpringTable.http("http://me:s3cret@localhost/"));
        table.add("TASK_GET", 0, "http", "{\"http\":{\"url\":\"" + url("/get") + "\",\"method\":\"GET\"}}");
        table.add("TASK_OTHER_MQ", 0, "rabbit_mq", SpringTable.mq("other", "t"));
        table.add("TASK_ROCKET", 3, "rocket_mq", "{}");
        table.add("TASK_BROKEN", 0, "http", "{\"http\"");
        table.add("TASK_NOTHING", 3, "http", null);
        // copies of the component differ in what may be empty or long
        table.add("TASK_LONG_" + "x".repeat(60), 0, "http", SpringTable.http(url("/hook?a=%2F")));
        TestDatabase.execute(TestDatabase.of(SpringTasksAreMovedTest.class),
                "UPDATE local_task_message SET task_name = NULL, house_number = NULL WHERE task_id = 'TASK_FAILED'");
        String own = SchemaTools.folder("spring", Map.of("V1__keep_the_old_table.sql", ownMigration()));
        migrate("flyway_schema_history", SchemaTools.properties("spring.properties").getProperty("quarkus.flyway.locations")
                .replace("db/migration", own).split(","));
    }

    private static void migrate(String history, String... locations) {
        SchemaTools.plainFlyway(TestDatabase.of(SpringTasksAreMovedTest.class), locations).table(history)
                .baselineOnMigrate(true).baselineVersion("0").load().migrate();
    }

    /** Known before the application starts, and to both of the class loaders that load this class. */
    private static String url(String path) {
        synchronized (System.getProperties()) {
            if (System.getProperty(PORT) == null) {
                try (ServerSocket socket = new ServerSocket(0)) {
                    System.setProperty(PORT, Integer.toString(socket.getLocalPort()));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            return "http://localhost:" + System.getProperty(PORT) + path;
        }
    }

    @BeforeEach
    void startReceiver() throws IOException {
        requests.clear();
        receiver = HttpServer.create(new InetSocketAddress(Integer.getInteger(PORT)), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
    }

    @AfterEach
    void stopReceiver() {
        receiver.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        requests.add(new Request(exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                exchange.getRequestHeaders().getFirst("Authorization"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    @Test
    @Order(1)
    void whatWasNotSentArrives() {
        for (String id : List.of("TASK_PENDING", "TASK_SENDING", "TASK_FAILED", "TASK_TO_PARTNER", "TASK_MQ", "TASK_KAFKA")) {
            work.awaitStatus(id, TaskStatus.SUCCEEDED);
        }
        String json = "application/json";
        // on a busy machine an attempt may time out, and come again
        assertThat(Set.copyOf(requests)).containsExactlyInAnyOrder(
                new Request("POST /hook?a=%2F", "TASK_PENDING", json, null, SpringTable.PARAMETER),
                new Request("POST /hook?a=%2F", "TASK_SENDING", json, null, SpringTable.PARAMETER),
                new Request("POST /hook?a=%2F", "TASK_FAILED", json, null, SpringTable.PARAMETER),
                new Request("POST /orders", "TASK_TO_PARTNER", json, SECRET, SpringTable.PARAMETER));
        assertThat(Set.copyOf(channel.ids())).containsExactlyInAnyOrder("TASK_MQ", "TASK_KAFKA");
        assertThat(channel.received("TASK_MQ").get(0).target()).isEqualTo(Map.of(Delivery.ROUTING_KEY, "topic.order_success"));
        assertThat(channel.received("TASK_MQ").get(0).payload()).asString(StandardCharsets.UTF_8)
                .isEqualTo(SpringTable.PARAMETER);
    }

    @Test
    @Order(2)
    void whatWasSentStays() {
        assertThat(work.count("task_id = 'TASK_DONE'")).isZero();
        assertThat(work.query("SELECT status FROM local_task_message_spring WHERE task_id = 'TASK_DONE'")).containsExactly(2);
    }

    @Test
    @Order(3)
    void noSecretIsCopied() {
        assertThat(work.count("notify_config LIKE '%s3cret%' OR task_name LIKE '%s3cret%' OR destination LIKE '%s3cret%'"))
                .isZero();
        assertThat(work.query("SELECT problem FROM local_task_from_spring").toString()).doesNotContain("s3cret");
    }

    @Test
    @Order(4)
    void whatCannotBeMovedIsNamed() {
        assertThat(problem("TASK_SECRET")).contains("authorization").contains("give its URL a destination");
        assertThat(problem("TASK_HEADERS")).contains("headers").contains("give its URL a destination");
        assertThat(problem("TASK_USER")).contains("its URL holds a user");
        assertThat(problem("TASK_GET")).contains("its method is GET");
        assertThat(problem("TASK_OTHER_MQ")).contains("exchange 'other' has no destination");
        assertThat(problem("TASK_ROCKET")).contains("notify_type rocket_mq is unknown");
        assertThat(problem("TASK_BROKEN")).contains("notify_config is no JSON");
        assertThat(problem("TASK_NOTHING")).contains("notify_config is no JSON");
        assertThat(problem("TASK_LONG_" + "x".repeat(60))).contains("longer than 64 characters");
        assertThat(work.query("SELECT task_id FROM local_task_from_spring")).hasSize(9);
    }

    @Test
    @Order(5)
    void secondRunMovesWhatHasADestinationNowAndNothingTwice() {
        work.sql("DELETE FROM local_task_message WHERE task_id = 'TASK_PENDING'");
        work.sql("INSERT INTO local_task_spring_target VALUES ('http', '" + url("/get") + "', 'partner')");
        migrate("second_history", FROM_SPRING);

        work.awaitStatus("TASK_GET", TaskStatus.SUCCEEDED);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("status <> 2") == 0);
        assertThat(requests).extracting(Request::id).containsOnly("TASK_GET");
        assertThat(work.count("task_id = 'TASK_PENDING'")).isZero();
        assertThat(work.query("SELECT task_id FROM local_task_message_spring WHERE status IN (100, 101, 103)")).hasSize(7);
    }

    private String problem(String id) {
        return (String) work.query("SELECT problem FROM local_task_from_spring WHERE task_id = ?", id).get(0);
    }
}
