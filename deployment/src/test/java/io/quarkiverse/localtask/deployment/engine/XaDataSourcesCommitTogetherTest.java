package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.HashMap;
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
import io.quarkus.test.QuarkusUnitTest;

/** What the error about a second datasource recommends: business data in one XA datasource, the table in another. */
class XaDataSourcesCommitTogetherTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(XaDataSourcesCommitTogetherTest.class, config(), Orders.class)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).as("recovery is on").singleElement().asString()
                    .contains("quarkus.datasource.\"orders\".jdbc.transactions=xa")
                    .contains("quarkus.transaction-manager.node-name=quarkus"));

    @Inject
    Orders orders;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    private static Map<String, String> config() {
        Map<String, String> config = new HashMap<>();
        config.put("datasource", "orders");
        config.put("quarkus.transaction-manager.enable-recovery", "true");
        config.put("quarkus.transaction-manager.object-store.directory", "target/xa-object-store");
        for (String name : new String[] { "", "orders." }) {
            config.put("quarkus.datasource." + name + "db-kind", "h2");
            config.put("quarkus.datasource." + name + "username", "sa");
            config.put("quarkus.datasource." + name + "password", "sa");
            config.put("quarkus.datasource." + name + "jdbc.url", "jdbc:h2:mem:xa-" + name + ";DB_CLOSE_DELAY=-1");
            config.put("quarkus.datasource." + name + "jdbc.transactions", "xa");
        }
        return config;
    }

    @Test
    void orNotAtAll() {
        work.sql("CREATE TABLE business (id varchar(20))");
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        orders.place("together", false);
        assertThatThrownBy(() -> orders.place("undone", true)).hasMessage("rolled back on purpose");

        work.awaitStatus("together", TaskStatus.SUCCEEDED);
        assertThat(channel.ids()).containsExactly("together", "together");
        assertThat(work.query("SELECT id FROM business")).containsExactly("together");
        assertThat(work.status("undone")).isNull();
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        AgroalDataSource dataSource;

        @Inject
        LocalTasks tasks;

        @Transactional
        void place(String id, boolean fail) {
            try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
                statement.execute("INSERT INTO business VALUES ('" + id + "')");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            tasks.accept(Work.message(id));
            if (fail) {
                throw new IllegalStateException("rolled back on purpose");
            }
        }
    }
}
