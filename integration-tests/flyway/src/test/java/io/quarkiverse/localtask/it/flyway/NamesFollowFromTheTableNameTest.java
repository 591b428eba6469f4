package io.quarkiverse.localtask.it.flyway;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.test.QuarkusUnitTest;

/** Also in a named datasource; what the application says is stronger. */
class NamesFollowFromTheTableNameTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = FlywayApp
            .onH2(FlywayApp.with(Map.of("db/shop/V1__schema.sql", "CREATE SCHEMA outbox;")), "quarkus.datasource.shop.",
                    "names")
            .overrideConfigKey("quarkus.local-task.datasource", "shop")
            .overrideConfigKey("quarkus.local-task.table-name", "outbox.order_task")
            .overrideConfigKey("quarkus.flyway.shop.migrate-at-start", "true")
            .overrideConfigKey("quarkus.flyway.shop.locations", "db/shop,META-INF/local-task/h2")
            .overrideConfigKey("quarkus.flyway.shop.placeholders.local-task-name", "mine");

    @Inject
    Orders orders;

    @Inject
    @DataSource("shop")
    AgroalDataSource shop;

    @Test
    void scriptHasThem() throws Exception {
        orders.place("named");
        orders.awaitSent("named");
        List<String> indexes = new ArrayList<>();
        try (Connection connection = shop.getConnection();
                ResultSet row = connection.getMetaData().getIndexInfo(null, "OUTBOX", "ORDER_TASK", false, true)) {
            while (row.next()) {
                indexes.add(row.getString("INDEX_NAME"));
            }
        }
        assertThat(indexes).contains("MINE_FRESH_IX", "MINE_RETRY_IX");
    }
}
