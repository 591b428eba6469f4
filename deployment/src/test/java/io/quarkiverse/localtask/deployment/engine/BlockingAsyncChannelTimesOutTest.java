package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/**
 * Promises 5 and 7: an asynchronous channel that blocks all the same is timed out, and what it sends afterwards is not sent.
 */
class BlockingAsyncChannelTimesOutTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(BlockingAsyncChannelTimesOutTest.class, Map.of(
            "destinations.erp.timeout", "500ms", "retry.initial-delay", "1h"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void andItsLateSubscriptionIsNotMade() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch subscribed = new CountDownLatch(1);
        CountDownLatch returned = new CountDownLatch(1);
        channel.script(delivery -> {
            if (!delivery.taskId().equals("blocks")) {
                return Uni.createFrom().item(Outcome.succeeded());
            }
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            returned.countDown();
            return Uni.createFrom().item(() -> {
                subscribed.countDown();
                return Outcome.succeeded();
            });
        });
        work.accept("blocks");
        work.awaitStatus("blocks", TaskStatus.FAILED);
        assertThat(tasks.find("blocks").orElseThrow().lastError()).isEqualTo("no answer within 500 ms");

        go.countDown();
        returned.await();
        work.accept("behind");
        work.awaitStatus("behind", TaskStatus.SUCCEEDED);
        assertThat(subscribed.getCount()).isOne();
    }
}
