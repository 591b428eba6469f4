package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.agroal.DataSource;
import io.quarkus.test.QuarkusUnitTest;

/** The business data, and so the table, is in a named datasource; the default one is for something else. */
class NamedDataSourceHoldsTheTasksTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TestDatabase.configure(
            EngineApp.app(NamedDataSourceHoldsTheTasksTest.class, Map.of("datasource", "orders",
                    "quarkus.datasource.orders.jdbc.max-size", "1"), Orders.class),
            "quarkus.datasource.orders.", "NamedOrders");

    @Inject
    Orders orders;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void togetherWithTheBusinessData() throws SQLException {
        orders.createTable();
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        orders.place("placed", false);
        assertThatThrownBy(() -> orders.place("undone", true)).isInstanceOf(IllegalStateException.class);

        work.awaitStatus("placed", TaskStatus.SUCCEEDED);
        assertThat(orders.count("business")).isEqualTo(1);
        assertThat(orders.count("local_task_message")).isEqualTo(1);
        assertThat(channel.ids()).containsExactly("placed", "placed");
        assertThatThrownBy(() -> work.count("1 = 1")).as("no table in the default datasource")
                .isInstanceOf(IllegalStateException.class);
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        @DataSource("orders")
        AgroalDataSource dataSource;

        @Inject
        LocalTasks tasks;

        void createTable() throws SQLException {
            try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE business (id varchar(20))");
            }
        }

        @Transactional
        void place(String id, boolean fail) throws SQLException {
            try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
                statement.execute("INSERT INTO business VALUES ('" + id + "')");
            }
            tasks.accept(Work.message(id));
            if (fail) {
                throw new IllegalStateException("rolled back on purpose");
            }
        }

        int count(String table) throws SQLException {
            try (var connection = dataSource.getConnection();
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
