package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.sun.net.httpserver.HttpServer;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** A message with its own URL goes the way of every task, and a dead host keeps few others waiting. */
class AdHocMessageIsDeliveredTest {

    private static final String LIVE = "127.0.0.1";
    private static final String DEAD = hostInAnotherLane();

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(AdHocMessageIsDeliveredTest.class, Map.of(
            "ad-hoc.timeout", "2s", "ad-hoc.concurrency", "2", "queue.max-per-destination", "5", "queue.max-spilled", "5",
            "quarkus.log.category.\"io.quarkiverse.localtask\".level", "DEBUG"))
            .setLogRecordPredicate(record -> record.getLoggerName().startsWith("io.quarkiverse.localtask"))
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).noneMatch(text -> text.contains("s3cret")));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private CountDownLatch end;

    private HttpServer live;
    private volatile int failures;

    @BeforeEach
    void startReceiver() throws IOException {
        end = new CountDownLatch(1);
        failures = 0;
        requests.clear();
        live = server(LIVE);
        live.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Idempotency-Key") + " "
                    + exchange.getRequestHeaders().getFirst("X-Kind") + " "
                    + new String(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(requests.size() <= failures ? 500 : 204, -1);
            exchange.close();
        });
    }

    @AfterEach
    void stopReceivers() {
        end.countDown();
        servers.forEach(server -> server.stop(0));
        servers.clear();
    }

    @Test
    void compensationRepeatsWhatTheFirstAttemptCouldNot() {
        failures = 2;
        String target = "/hooks/4711?token=s3cret&x=%2F";
        work.accept(TaskMessage.http(url(live, LIVE, target)).method("PUT").id("hook").header("X-Kind", "created")
                .payload("{\"a\":1}").build());
        work.awaitStatus("hook", TaskStatus.SUCCEEDED);

        assertThat(requests).hasSize(3).containsOnly("PUT " + target + " hook created {\"a\":1}");
        assertThat(tasks.find("hook").orElseThrow().destination()).isEqualTo(AdHocDestinations.ofHost(LIVE));
        assertThat(tasks.find("hook").orElseThrow().name()).isEqualTo(LIVE);
        assertThat(work.count("task_id = 'hook' AND (task_name LIKE '%s3cret%' OR last_error LIKE '%s3cret%')")).isZero();
    }

    @Test
    void rolledBackTransactionSendsNothing() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            tasks.accept(TaskMessage.http(url(live, LIVE, "/")).id("rolled-back").build());
            throw new IllegalStateException("business");
        }));
        work.accept(TaskMessage.http(url(live, LIVE, "/")).id("after").build());
        work.awaitStatus("after", TaskStatus.SUCCEEDED);
        assertThat(requests).hasSize(1);
    }

    @Test
    void deadHostBlocksNoOtherLane() throws IOException {
        HttpServer dead = server(DEAD);
        CountDownLatch never = end;
        dead.createContext("/", exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        IntStream.range(0, 40)
                .forEach(i -> work.accept(TaskMessage.http(url(dead, DEAD, "/")).id("dead-" + i).payload("x").build()));
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < 10; i++) {
            long start = System.nanoTime();
            int sofar = requests.size();
            work.accept(TaskMessage.http(url(live, LIVE, "/")).id("alive-" + i).payload("x").build());
            Awaitility.await().atMost(Duration.ofSeconds(5)).pollInterval(Duration.ofMillis(5))
                    .until(() -> requests.size() > sofar);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            slowest = taken.compareTo(slowest) > 0 ? taken : slowest;
        }
        assertThat(slowest).isLessThan(Duration.ofSeconds(2));
        assertThat(work.count("task_id LIKE 'dead-%' AND status IN (2, 4)")).isZero();
        // by a scan, too
        work.sql("UPDATE local_task_message SET status = 3 WHERE task_id LIKE 'alive-%'");
        Awaitility.await().atMost(Duration.ofSeconds(20))
                .until(() -> work.count("task_id LIKE 'alive-%' AND status = 2") == 10);
        work.sql("DELETE FROM local_task_message WHERE task_id LIKE 'dead-%'");
    }

    private HttpServer server(String address) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        servers.add(server);
        return server;
    }

    private static URI url(HttpServer server, String host, String target) {
        return URI.create("http://" + host + ":" + server.getAddress().getPort() + target);
    }

    private static String hostInAnotherLane() {
        return IntStream.range(2, 200).mapToObj(i -> "127.0.0." + i)
                .filter(host -> !AdHocDestinations.ofHost(host).equals(AdHocDestinations.ofHost(LIVE))).findFirst()
                .orElseThrow();
    }
}
