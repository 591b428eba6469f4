package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** The database drops every connection, for longer than the grace, while attempts are under way: outcomes are kept. */
class ConnectionsDieTest {

    private static final int TASKS = 200;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ConnectionsDieTest.class, Map.of(
            "grace", "7s", "lease", "7s", "destinations.erp.timeout", "5s", "destinations.erp.concurrency", "200"))
            .setLogRecordPredicate(record -> record.getLoggerName().startsWith("io.quarkiverse.localtask"))
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).hasSizeLessThan(15));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void andEveryTaskIsDeliveredOnceAndWritten() {
        Assumptions.assumeTrue(TestDatabase.server().isServer(), "needs a server");
        CountDownLatch answer = new CountDownLatch(1);
        channel.script(delivery -> Uni.createFrom().item(() -> {
            try {
                answer.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Outcome.succeeded();
        }));
        work.acceptAll(IntStream.range(0, TASKS).mapToObj(i -> Work.message("task-" + i)).toList());
        Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> channel.received().size() == TASKS);

        TestDatabase.allowConnections(getClass(), false);
        TestDatabase.terminateConnections(getClass());
        answer.countDown();
        // longer than the grace: only what is kept in memory keeps the scan from sending them again
        Awaitility.await().pollDelay(Duration.ofSeconds(9)).atMost(Duration.ofSeconds(11)).until(() -> true);
        assertThat(channel.received()).hasSize(TASKS);
        TestDatabase.allowConnections(getClass(), true);

        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions()
                .until(() -> work.count("status = 2") == TASKS);
        Awaitility.await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(6))
                .until(() -> channel.received().size() == TASKS);
        assertThat(channel.ids()).doesNotHaveDuplicates();
    }
}
