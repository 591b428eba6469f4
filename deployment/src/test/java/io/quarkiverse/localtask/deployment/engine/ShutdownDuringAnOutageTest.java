package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** The database is away and outcomes wait: the application still ends in its time, and says once what was not written. */
class ShutdownDuringAnOutageTest {

    private static final int TASKS = 20;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(ShutdownDuringAnOutageTest.class, Map.of("shutdown-timeout", "2s", "outcome.max-batch", "3"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> {
                if (TestDatabase.server().isServer()) {
                    assertThat(EngineApp.texts(records)).filteredOn(text -> text.contains("before the shutdown"))
                            .singleElement().asString()
                            .contains(TASKS + " outcomes were not written", "sent again after their lease");
                }
            });

    @Inject
    Work work;

    @Inject
    Event<ShutdownEvent> shutdown;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void endsInTime() {
        Assumptions.assumeTrue(TestDatabase.server().isServer(), "needs a server");
        channel.script(delivery -> Uni.createFrom().item(Outcome.succeeded()).onItem().delayIt().by(Duration.ofSeconds(1)));
        work.acceptAll(IntStream.range(0, TASKS).mapToObj(i -> Work.message("task-" + i)).toList());
        Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> channel.received().size() == TASKS);
        TestDatabase.allowConnections(getClass(), false);
        TestDatabase.terminateConnections(getClass());

        long start = System.nanoTime();
        shutdown.fire(new ShutdownEvent());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));

        // a wait for a connection that is under way is not interrupted, and ends with the pool's acquisition time-out
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("local-task-outcomes")));
        TestDatabase.allowConnections(getClass(), true);
        Awaitility.await().atMost(Duration.ofSeconds(10)).ignoreExceptions()
                .until(() -> work.count("status = 0 AND attempts = 0") == TASKS);
    }
}
