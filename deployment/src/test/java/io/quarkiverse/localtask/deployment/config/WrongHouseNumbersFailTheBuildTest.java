package io.quarkiverse.localtask.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class WrongHouseNumbersFailTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:wrong-houses")
            .overrideConfigKey("quarkus.local-task.houses", "8")
            .overrideConfigKey("quarkus.local-task.shards.hot.house-numbers", "0-3")
            .overrideConfigKey("quarkus.local-task.shards.cold.house-numbers", "3-5")
            .overrideConfigKey("quarkus.local-task.destinations.erp-orders.url", "http://erp/")
            .overrideConfigKey("quarkus.local-task.destinations.\"erp.orders\".url", "http://erp/")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("3 belong to cold and hot; 6-7 belong to no shard")
                    .hasStackTraceContaining("the names erp-orders, erp.orders are the same name"));

    @Test
    void doesNotBuild() {
        fail("built with wrong house numbers");
    }
}
