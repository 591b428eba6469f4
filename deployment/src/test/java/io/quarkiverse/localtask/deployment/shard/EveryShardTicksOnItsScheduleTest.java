package io.quarkiverse.localtask.deployment.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import jakarta.inject.Inject;

import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.quarkus.test.QuarkusUnitTest;

class EveryShardTicksOnItsScheduleTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(RecordedTicks.class, EnvironmentVariables.class)
                    .addAsServiceProvider(ConfigSource.class, EnvironmentVariables.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:shards")
            .overrideConfigKey("quarkus.local-task.houses", "8")
            .overrideConfigKey("quarkus.local-task.shards.hot-run.house-numbers", "0-3")
            .overrideConfigKey("quarkus.local-task.shards.Warm.house-numbers", "4")
            .overrideConfigKey("quarkus.local-task.shards.\"cold.one\".house-numbers", "5")
            .overrideConfigKey("quarkus.local-task.shards.\"quoted\".house-numbers", "6")
            .overrideConfigKey("quarkus.local-task.shards.\"quoted\".fixed-delay", "1s")
            .overrideConfigKey("quarkus.local-task.shards.plain.house-numbers", "7")
            .overrideConfigKey("test.delay", "1s")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.plain.fixed-delay", "${test.delay}");

    @Inject
    RecordedTicks ticks;
    @Inject
    Scheduler scheduler;
    @Inject
    Settings settings;

    @Test
    void everyShardTicksWhateverTheSpellingOfItsKeys() {
        assertThat(settings.shards()).extracting(Shard::name).containsExactlyInAnyOrder("hot-run", "Warm", "cold.one",
                "quoted", "plain");
        settings.shards().forEach(shard -> await("ticks of " + shard.name()).atMost(Duration.ofSeconds(20))
                .until(() -> ticks.count(shard.name()) >= 2));
        assertThat(scheduler.getScheduledJobs()).extracting(Trigger::getId).containsExactlyInAnyOrder(
                "local-task-hot-run-every", "local-task-Warm-cron", "local-task-cold.one-every", "local-task-quoted-every",
                "local-task-plain-every");
    }
}
