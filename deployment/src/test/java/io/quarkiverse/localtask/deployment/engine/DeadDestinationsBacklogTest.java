package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** Promise 7: 2,000 due retries of a destination that answers nobody do not stand in the way of another one's. */
class DeadDestinationsBacklogTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(DeadDestinationsBacklogTest.class, Map.of(
            "destinations.dead.channel", "scripted", "destinations.dead.timeout", "2s",
            "destinations.dead.concurrency", "4", "destinations.dead.retry.initial-delay", "1s"));

    private static final int BACKLOG = 2_000;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void delaysNobodysRetries() {
        channel.script(delivery -> delivery.destination().equals("dead") ? Uni.createFrom().nothing()
                : Uni.createFrom().item(delivery.attempt() < 3 ? Outcome.failed("not yet") : Outcome.succeeded()));
        work.accept(TaskMessage.to("dead").id("dead").payload("x").build());
        work.awaitStatus("dead", TaskStatus.FAILED);
        work.sql("INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts,"
                + " version, status, task_id, task_name, channel, destination, content_type, notify_config, payload)"
                + " SELECT create_time, create_time, create_time, mod(n, 64), 1, 1, 3, concat('dead-', n), task_name, channel,"
                + " destination, content_type, notify_config, payload FROM local_task_message, "
                + TestDatabase.server().series(BACKLOG)
                + " WHERE task_id = 'dead'");
        assertThat(work.count("destination = 'dead' AND status = 3")).isGreaterThanOrEqualTo(BACKLOG - 10);

        long start = System.nanoTime();
        IntStream.range(0, 50).forEach(i -> work.accept("alive-" + i));
        // two retries, each up to a tick after its delay of 300 and 600 ms
        Awaitility.await().atMost(Duration.ofSeconds(20))
                .until(() -> work.count("task_id LIKE 'alive-%' AND status = 2") == 50);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        assertThat(work.count("destination = 'dead' AND status = 2")).isZero();
    }
}
