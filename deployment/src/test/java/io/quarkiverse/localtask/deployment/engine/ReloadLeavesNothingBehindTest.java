package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;

/** Live reload: no thread of the old application is left, and what was waiting is sent by the new one. */
class ReloadLeavesNothingBehindTest {

    private static final int PORT = freePort();

    @RegisterExtension
    static final QuarkusDevModeTest APP = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClasses(ReloadedApplication.class)
                    .addAsResource(new StringAsset("""
                            quarkus.http.port=%d
                            quarkus.devservices.enabled=false
                            quarkus.datasource.db-kind=h2
                            quarkus.datasource.jdbc.url=jdbc:h2:mem:reloaded;DB_CLOSE_DELAY=-1
                            quarkus.local-task.destinations.erp.channel=reloaded
                            quarkus.local-task.destinations.erp.timeout=2s
                            quarkus.local-task.grace=4s
                            quarkus.local-task.lease=4s
                            quarkus.local-task.compensation.lap-interval=2s
                            quarkus.local-task.retry.initial-delay=300ms
                            quarkus.local-task.retry.max-delay=1s
                            quarkus.local-task.shards.default.fixed-delay=1s
                            quarkus.local-task.shutdown-timeout=2s
                            """.formatted(PORT)), "application.properties"));

    @Test
    void overThreeReloads() {
        assertThat(get("/accept/1")).isEqualTo("1");
        awaitReceived("1 refused by generation 0");
        List<String> threads = localTaskThreads();
        assertThat(threads).contains("local-task-dispatch", "local-task-outcomes", "local-task-watchdog",
                "local-task-shard-default").doesNotHaveDuplicates();

        for (int generation = 1; generation <= 3; generation++) {
            int previous = generation - 1;
            int next = generation;
            // one that is in flight while the application goes down
            assertThat(get("/accept/hangs-" + generation)).isEqualTo("hangs-" + generation);
            APP.modifySourceFile(ReloadedApplication.class, source -> source.replace("GENERATION = " + previous + ";",
                    "GENERATION = " + next + ";"));
            assertThat(get("/generation")).isEqualTo(String.valueOf(generation));
            Awaitility.await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(localTaskThreads()).doesNotHaveDuplicates());
            awaitReceived("hangs-" + generation + " taken by generation " + generation);
        }
        awaitReceived("1 taken by generation 1");

        APP.modifyResourceFile("application.properties", properties -> properties.replace("erp.timeout=2s", "erp.timeout=1s"));
        assertThat(get("/accept/changed")).isEqualTo("changed");
        awaitReceived("changed, with a time-out of PT1S");
        assertThat(localTaskThreads()).doesNotHaveDuplicates().containsAll(threads);
    }

    private static void awaitReceived(String line) {
        Awaitility.await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(get("/received").lines()).contains(line));
    }

    /* Threads that come and go with the work are told apart by a number. */
    private static List<String> localTaskThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("local-task-"))
                .toList();
    }

    private static String get(String path) {
        return RestAssured.given().port(PORT).get(path).then().statusCode(200).extract().asString();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
