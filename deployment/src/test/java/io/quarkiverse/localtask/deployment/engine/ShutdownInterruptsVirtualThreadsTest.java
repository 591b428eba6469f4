package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.RunOnVirtualThread;

/** A call that hangs on a virtual thread is interrupted: Quarkus would wait a minute for it. */
class ShutdownInterruptsVirtualThreadsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ShutdownInterruptsVirtualThreadsTest.class, Map.of(
            "shutdown-timeout", "1s", "grace", "10m", "lease", "10m",
            "destinations.stuck.channel", "stuck", "destinations.stuck.timeout", "5m"), Stuck.class);

    @Inject
    Work work;

    @Inject
    @Identifier("stuck")
    Stuck stuck;

    @Inject
    Event<ShutdownEvent> shutdown;

    @Test
    void thatHang() throws Exception {
        work.accept(TaskMessage.to("stuck").id("stuck").payload("x").build());
        assertThat(stuck.entered.await(10, TimeUnit.SECONDS)).isTrue();

        shutdown.fire(new ShutdownEvent());

        assertThat(stuck.interrupted.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Singleton
    @Identifier("stuck")
    @RunOnVirtualThread
    static class Stuck implements BlockingTaskChannel {

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public Outcome deliver(Delivery delivery) {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Outcome.failed("interrupted");
        }
    }
}
