package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.quarkus.runtime.configuration.ConfigurationException;

class MapKeysFromEnvironmentVariablesTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', value = { "hot,SHARDS__HOT__LIMIT", "hot,SHARDS_HOT_LIMIT", "Hot,SHARDS__HOT__LIMIT",
            "Hot,SHARDS_HOT_LIMIT", "hot-run,SHARDS__HOT_RUN__LIMIT", "hot-run,SHARDS_HOT_RUN_LIMIT",
            "hot_run,SHARDS__HOT_RUN__LIMIT", "hot_run,SHARDS_HOT_RUN_LIMIT", "'\"hot\"',SHARDS__HOT__LIMIT",
            "'\"hot\"',SHARDS_HOT_LIMIT", "'\"hot.run\"',SHARDS__HOT_RUN__LIMIT", "'\"hot.run\"',SHARDS_HOT_RUN_LIMIT" })
    void aVariableOverridesADeclaredShard(String key, String variable) {
        for (boolean limitInFile : new boolean[] { true, false }) {
            TestConfig config = TestConfig.of("houses=4", "shards." + key + ".house-numbers=0-3",
                    "shards." + key + ".fixed-delay=2s");
            if (limitInFile) {
                config.file("shards." + key + ".limit=7");
            }
            Settings settings = config.env("QUARKUS_LOCAL_TASK_" + variable, "50").settings();
            assertThat(settings.shards()).singleElement().satisfies(shard -> {
                assertThat(shard.name()).isEqualTo(key.replace("\"", ""));
                assertThat(shard.limit()).isEqualTo(50);
                assertThat(shard.fixedDelay()).contains(Duration.ofSeconds(2));
            });
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', value = { "erp-orders,DESTINATIONS__ERP_ORDERS__URL",
            "erp-orders,DESTINATIONS_ERP_ORDERS_URL", "'\"erp-orders\"',DESTINATIONS__ERP_ORDERS__URL",
            "'\"erp.orders\"',DESTINATIONS__ERP_ORDERS__URL", "'\"erp.orders\"',DESTINATIONS_ERP_ORDERS_URL",
            "ErpOrders,DESTINATIONS__ERPORDERS__URL", "erp_orders,DESTINATIONS__ERP_ORDERS__URL" })
    void aVariableGivesADeclaredDestinationItsUrl(String key, String variable) {
        for (boolean urlInFile : new boolean[] { true, false }) {
            TestConfig config = TestConfig.of("destinations." + key + ".timeout=3s");
            if (urlInFile) {
                config.file("destinations." + key + ".url=http://file/");
            }
            Settings settings = config.env("QUARKUS_LOCAL_TASK_" + variable, "http://env/").settings();
            assertThat(settings.destinations()).containsOnlyKeys(key.replace("\"", ""));
            assertThat(settings.destinations().values()).singleElement().satisfies(destination -> {
                assertThat(destination.url()).isEqualTo("http://env/");
                assertThat(destination.timeout()).isEqualTo(Duration.ofSeconds(3));
            });
        }
    }

    @Test
    void dashedKeysOfADeclaredNameWorkToo() {
        Settings settings = TestConfig.of("destinations.erp-orders.url=http://file/")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS__ERP_ORDERS__CONNECT_TIMEOUT", "1s")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS_ERP_ORDERS_RETRY_MAX_ATTEMPTS", "3")
                .settings();
        assertThat(settings.destinations()).containsOnlyKeys("erp-orders");
        assertThat(settings.destinations().get("erp-orders").connectTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.destinations().get("erp-orders").retry().maxAttempts()).isEqualTo(3);
    }

    @Test
    void aHeaderFromAVariableReplacesTheOneInTheFile() {
        Settings settings = TestConfig.of("destinations.erp.url=http://file/", "destinations.erp.headers.Authorization=file",
                "destinations.erp.headers.\"X-Api.Key\"=file", "destinations.erp.headers.X-Plain=file")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS__ERP__HEADERS_AUTHORIZATION", "env")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS__ERP__HEADERS__X_API_KEY__", "env")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS_ERP_HEADERS_X_PLAIN", "env")
                .settings();
        assertThat(settings.destinations().get("erp").headers()).containsOnlyKeys("Authorization", "X-Api.Key", "X-Plain")
                .containsEntry("Authorization", "env").containsEntry("X-Api.Key", "env").containsEntry("X-Plain", "env");
    }

    @Test
    void aVariableOfAnUndeclaredShardIsAnError() {
        assertThatThrownBy(() -> TestConfig.of().env("QUARKUS_LOCAL_TASK_SHARDS__HOTT__LIMIT", "50").settings())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("quarkus.local-task.shards.hott").hasMessageContaining("no such shard is declared");
    }

    @Test
    void aVariableOfAnUndeclaredDestinationIsAnErrorWithoutUrlAndAWarningWithOne() {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=http://erp/")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS__EPR__TIMEOUT", "5s").settings())
                .hasMessageContaining("quarkus.local-task.destinations.epr.url is not set").hasMessageContaining("erp");

        Problems problems = new Problems();
        Settings settings = TestConfig.of().env("QUARKUS_LOCAL_TASK_DESTINATIONS__CRM__URL", "http://crm/").settings(problems);
        assertThat(settings.destinations()).containsOnlyKeys("crm");
        assertThat(problems.warnings()).singleElement().asString().contains("crm", "not known to the build");
    }

    @Test
    void aHalfQuotedDestinationIsOne() {
        Settings settings = TestConfig.of("destinations.\"erp\".url=http://erp/", "destinations.erp.timeout=3s",
                "destinations.\"erp\".retry.max-attempts=4").settings();
        assertThat(settings.destinations()).containsOnlyKeys("erp");
        assertThat(settings.destinations().get("erp").url()).isEqualTo("http://erp/");
        assertThat(settings.destinations().get("erp").timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.destinations().get("erp").retry().maxAttempts()).isEqualTo(4);
    }

    @Test
    void theProfileWinsWhateverItsSpelling() {
        TestConfig config = TestConfig.of("destinations.erp.url=http://base/")
                .other("%test.quarkus.local-task.destinations.\"erp\".url", "http://profile/");
        assertThat(config.settings().destinations().get("erp").url()).isEqualTo("http://profile/");
    }

    @Test
    void namesThatOneVariableCannotTellApartAreAnError() {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp-orders.url=http://a/",
                "destinations.\"erp.orders\".url=http://b/").settings())
                .hasMessageContaining("erp-orders, erp.orders").hasMessageContaining("same name in an environment variable");
    }

    @Test
    void theBuildsOwnVariablesDeclareToo() {
        Settings settings = TestConfig.of("houses=4", "shards.hot.house-numbers=0-3")
                .env("QUARKUS_LOCAL_TASK_SHARDS__HOT__FIXED_DELAY", "3s")
                .env("QUARKUS_LOCAL_TASK_DESTINATIONS__CRM__URL", "http://crm/").settingsBuiltWithEnvironment();
        assertThat(settings.shards()).singleElement().extracting(Shard::name).isEqualTo("hot");
        assertThat(settings.destinations()).containsOnlyKeys("crm");
    }

    @Test
    void aMissingExpressionNamesTheProperty() {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=http://erp/",
                "destinations.erp.headers.Authorization=Bearer ${partner.token}").settings())
                .hasMessageContaining("partner.token")
                .hasMessageContaining("quarkus.local-task.destinations.erp.headers.Authorization");
    }
}
