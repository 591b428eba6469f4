package io.quarkiverse.localtask.deployment.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.QuarkusUnitTest;

class QuartzTicksEveryShardTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(RecordedTicks.class))
            .setForcedDependencies(List.of(Dependency.of("io.quarkus", "quarkus-quartz", Version.getVersion())))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:quartz-ram")
            .overrideConfigKey("quarkus.local-task.houses", "4")
            .overrideConfigKey("quarkus.local-task.shards.hot.house-numbers", "0-1")
            .overrideConfigKey("quarkus.local-task.shards.\"cold.one\".house-numbers", "2-3")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.\"hot\".fixed-delay", "1s")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.\"cold.one\".cron", "* * * * * ?");

    @Inject
    RecordedTicks ticks;
    @Inject
    Scheduler scheduler;

    @Test
    void everyShardTicks() {
        assertThat(scheduler.implementation()).isEqualTo("QUARTZ");
        await().atMost(Duration.ofSeconds(30)).until(() -> ticks.count("hot") >= 2 && ticks.count("cold.one") >= 2);
    }
}
