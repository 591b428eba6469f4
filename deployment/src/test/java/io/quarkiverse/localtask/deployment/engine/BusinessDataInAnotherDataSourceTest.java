package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkus.test.QuarkusUnitTest;

/** Two datasources that are not XA cannot commit together: the mistake is named, and nothing is kept or sent. */
class BusinessDataInAnotherDataSourceTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TestDatabase.configure(
            EngineApp.app(BusinessDataInAnotherDataSourceTest.class, Map.of("datasource", "orders"), Orders.class),
            "quarkus.datasource.orders.", "OtherOrders");

    @Inject
    Orders orders;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void isNamedAndNothingIsSent() {
        work.sql("CREATE TABLE business (id varchar(20))");
        assertThatThrownBy(() -> orders.place("split")).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("datasource 'orders'").hasMessageContaining("the default datasource")
                .hasMessageContaining("quarkus.local-task.datasource")
                .hasMessageContaining("quarkus.datasource.jdbc.transactions")
                .hasMessageContaining("quarkus.datasource.\"orders\".jdbc.transactions").hasMessageContaining("xa");

        assertThat(work.status("split")).isNull();
        assertThat(work.query("SELECT id FROM business")).isEmpty();
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received().isEmpty());
    }

    @Test
    void thatComesSecondUndoesTheTask() {
        assertThatThrownBy(() -> orders.placeLater("split-later")).isInstanceOf(SQLException.class);

        assertThat(work.status("split-later")).isNull();
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received().isEmpty());
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        AgroalDataSource dataSource;

        @Inject
        LocalTasks tasks;

        @Transactional(rollbackOn = SQLException.class)
        void placeLater(String id) throws SQLException {
            tasks.accept(Work.message(id));
            dataSource.getConnection().close();
        }

        @Transactional
        void place(String id) throws SQLException {
            try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
                statement.execute("INSERT INTO business VALUES ('" + id + "')");
            }
            tasks.accept(Work.message(id));
        }
    }
}
