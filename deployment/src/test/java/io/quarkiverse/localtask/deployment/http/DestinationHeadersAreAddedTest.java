package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

class DestinationHeadersAreAddedTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(Tokens.class, Defaults.class);

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    @Singleton
    @Priority(10)
    public static class Tokens implements DestinationHeaders {

        final Map<String, Thread> threads = new ConcurrentHashMap<>();
        final CountDownLatch hang = new CountDownLatch(1);

        @Override
        public Map<String, String> headers(Delivery delivery) {
            threads.put(delivery.taskId(), Thread.currentThread());
            switch (delivery.destination()) {
                case "broken":
                    throw new IllegalStateException("token s3cret expired");
                case "framing":
                    return Map.of("Content-Length", "0");
                case "hanging":
                    try {
                        hang.await(60, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return Map.of();
                default:
                    return Map.of("authorization", "Bearer fresh", "X-Weak", "strong");
            }
        }
    }

    @Singleton
    @Priority(1)
    public static class Defaults implements DestinationHeaders {

        @Override
        public Map<String, String> headers(Delivery delivery) {
            return Map.of("X-Weak", "weak", "X-Default", "yes");
        }
    }

    @Inject
    HttpChannel http;

    @Inject
    Tokens tokens;

    @Test
    void theyWinOverConfigurationAndTheHigherPriorityWins() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            Destination destination = TestSettings.destination("partner", server.url("/"), "POST",
                    Map.of("Authorization", "Bearer stale"), Duration.ofSeconds(10), 4);
            assertThat(http.send(destination)).isInstanceOf(Outcome.Succeeded.class);
            RawServer.Request request = server.requests.get(0);
            assertThat(request.values("authorization")).containsExactly("Bearer fresh");
            assertThat(request.values("x-weak")).containsExactly("strong");
            assertThat(request.values("x-default")).containsExactly("yes");
            assertThat(tokens.threads.get("task-1").getName()).startsWith("executor-thread");
        }
    }

    @Test
    void anExceptionIsAFailedAttemptWithoutItsText() {
        assertThat(http.send(TestSettings.destination("broken", "http://127.0.0.1:9/")))
                .isEqualTo(Outcome.failed("not sent: DestinationHeaders threw IllegalStateException"));
    }

    @Test
    void aFramingHeaderIsAFailedAttemptThatSendsNothing() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            assertThat(http.send(TestSettings.destination("framing", server.url("/"))))
                    .isEqualTo(Outcome.refused("not sent: header 'Content-Length' frames the request and is set by the HTTP"
                            + " client: remove it"));
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aHangingBeanHoldsNoMoreThreadsThanTheDestinationsConcurrency() throws Exception {
        Destination hanging = TestSettings.destination("hanging", "http://127.0.0.1:9/", "POST", Map.of(),
                Duration.ofSeconds(10), 2);
        List<CompletableFuture<Outcome>> attempts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            attempts.add(http.start(hanging, HttpChannel.delivery(hanging, "hanging-" + i)).subscribeAsCompletionStage());
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> tokens.threads.containsKey("hanging-0")
                && tokens.threads.containsKey("hanging-1"));
        assertThat(http.send(hanging))
                .isEqualTo(Outcome.failed("not sent: DestinationHeaders of earlier attempts have not returned"));
        try (RawServer server = RawServer.replying(OK)) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
        }
        tokens.hang.countDown();
        for (CompletableFuture<Outcome> attempt : attempts) {
            assertThat(attempt.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.Failed.class);
        }
    }
}
