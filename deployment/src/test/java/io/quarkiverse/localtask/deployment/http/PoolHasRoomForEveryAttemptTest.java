package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

@TestMethodOrder(MethodOrderer.MethodName.class)
class PoolHasRoomForEveryAttemptTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application();

    @Inject
    HttpChannel http;

    @Test
    void aSlowDestinationUsesItsConcurrencyAndLeavesItsNeighbourOnTheSameServerAlone() throws Exception {
        int concurrency = 130;
        CountDownLatch release = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, connection) -> {
            if (request.requestLine().contains("/slow")) {
                release.await(30, TimeUnit.SECONDS);
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        })) {
            Destination slow = TestSettings.destination("slow", server.url("/slow"), "POST", Map.of(),
                    Duration.ofSeconds(20), concurrency);
            Destination quick = TestSettings.destination("quick", server.url("/quick"), "POST", Map.of(),
                    Duration.ofSeconds(20), 1);
            http.settings.add(slow);
            http.settings.add(quick);
            List<CompletableFuture<Outcome>> attempts = new ArrayList<>();
            for (int i = 0; i < concurrency; i++) {
                attempts.add(http.start(slow).subscribeAsCompletionStage());
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> server.requests.size() == concurrency);
            assertThat(http.send(quick)).isInstanceOf(Outcome.Succeeded.class);
            release.countDown();
            for (CompletableFuture<Outcome> attempt : attempts) {
                assertThat(attempt.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.Succeeded.class);
            }
        }
    }

    @Test
    void connectionsAreClosedWithTheChannel() throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.closedByPeer.get()).isZero();
            Arc.container().instance(TaskChannel.class, Identifier.Literal.of("http")).destroy();
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
        }
    }
}
