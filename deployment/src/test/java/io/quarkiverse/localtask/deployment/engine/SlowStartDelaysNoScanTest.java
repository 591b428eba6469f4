package io.quarkiverse.localtask.deployment.engine;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The application starts slowly, and a shard's first tick comes while the engine is not there yet; the next is an hour away.
 */
class SlowStartDelaysNoScanTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(SlowStartDelaysNoScanTest.class,
            Map.of("shards.default.fixed-delay", "1h", "quarkus.application.name", "ordering"), SlowStart.class)
            .setBeforeAllCustomizer(SlowStartDelaysNoScanTest::anEarlierInstance);

    @Inject
    Work work;

    private static void anEarlierInstance() {
        DataSource dataSource = TestDatabase.of(SlowStartDelaysNoScanTest.class);
        TestDatabase.prepareTable(dataSource, "ordering");
        TestDatabase.row(dataSource, "left-over", "erp", 3, 0, 0);
    }

    @Test
    void byMoreThanTheStart() {
        work.awaitStatus("left-over", TaskStatus.SUCCEEDED);
    }

    /** Has a schedule of its own: the scheduler looks at all of them at the same time. */
    @ApplicationScoped
    public static class SlowStart {

        private final CountDownLatch ticked = new CountDownLatch(1);

        @Scheduled(every = "1h")
        void tick() {
            ticked.countDown();
        }

        void await(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE - 1) StartupEvent event)
                throws InterruptedException {
            if (!ticked.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The scheduler does not tick before this: the test is about nothing");
            }
        }
    }
}
