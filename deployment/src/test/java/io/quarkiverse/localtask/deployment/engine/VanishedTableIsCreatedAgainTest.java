package io.quarkiverse.localtask.deployment.engine;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** An in-memory database is closed and opened again, as in development: the table comes back without a restart. */
class VanishedTableIsCreatedAgainTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(VanishedTableIsCreatedAgainTest.class);

    @Inject
    Work work;

    @Test
    void byTheNextScan() {
        work.accept("before");
        work.awaitStatus("before", TaskStatus.SUCCEEDED);
        TestDatabase.execute(TestDatabase.of(getClass()), "DROP TABLE local_task_message");
        TestDatabase.execute(TestDatabase.of(getClass()), "DROP TABLE local_task_meta");

        Awaitility.await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> work.accept("after") != null);
        work.awaitStatus("after", TaskStatus.SUCCEEDED);
    }
}
