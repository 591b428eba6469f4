package io.quarkiverse.localtask.deployment.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.quarkus.test.QuarkusUnitTest;

class CronReplacesTheDefaultShardsPeriodTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(RecordedTicks.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:default-cron")
            .overrideConfigKey("quarkus.scheduler.cron-type", "spring53")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.\"default\".cron", "*/1 * * * * *");

    @Inject
    RecordedTicks ticks;
    @Inject
    Scheduler scheduler;

    @Test
    void onlyTheCronScheduleIsOn() {
        assertThat(scheduler.getScheduledJobs()).extracting(Trigger::getId).containsExactly("local-task-default-cron");
        await().atMost(Duration.ofSeconds(20)).until(() -> ticks.count("default") >= 2);
    }
}
