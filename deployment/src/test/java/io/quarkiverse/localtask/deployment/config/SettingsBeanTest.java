package io.quarkiverse.localtask.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkus.test.QuarkusUnitTest;

class SettingsBeanTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:settings")
            .overrideConfigKey("quarkus.application.name", "shop")
            .overrideConfigKey("quarkus.local-task.houses", "8")
            .overrideConfigKey("quarkus.local-task.shards.hot.house-numbers", "0-3,7")
            .overrideConfigKey("quarkus.local-task.shards.\"hot\".fixed-delay", "2s")
            .overrideConfigKey("quarkus.local-task.shards.\"cold.one\".house-numbers", "4-6")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.\"cold.one\".cron", "0 0 * * * ?")
            .overrideConfigKey("quarkus.local-task.destinations.\"erp\".url", "http://erp/")
            .overrideRuntimeConfigKey("quarkus.local-task.destinations.erp.timeout", "3s")
            .overrideRuntimeConfigKey("quarkus.local-task.destinations.late.url", "http://late/");

    @Inject
    Settings settings;

    @Test
    void settingsAreMadeOfBothRoots() {
        assertThat(settings.application()).isEqualTo("shop");
        assertThat(settings.shards()).extracting(Shard::name).containsExactly("cold.one", "hot");
        assertThat(settings.shards().get(1).houses()).containsExactly(0, 1, 2, 3, 7);
        assertThat(settings.shards().get(1).fixedDelay()).contains(Duration.ofSeconds(2));
        assertThat(settings.destinations()).containsOnlyKeys("erp", "late");
        assertThat(settings.destinations().get("erp").timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.destinations().values()).extracting(Destination::channel).containsOnly("http");
    }
}
