package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** Hibernate ORM drops and creates the tables of its entities at each start; a task of an earlier run is still there. */
class HibernateLeavesTheTaskTableAloneTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.withHibernate(EngineApp.app(HibernateLeavesTheTaskTableAloneTest.class, Map.of(
            "quarkus.application.name", "ordering",
            "quarkus.hibernate-orm.schema-management.strategy", "drop-and-create"),
            EntityWork.class, EntityWork.Invoice.class))
            .setBeforeAllCustomizer(HibernateLeavesTheTaskTableAloneTest::anEarlierRun);

    @Inject
    Work work;

    @Inject
    EntityWork entities;

    private static void anEarlierRun() {
        DataSource dataSource = TestDatabase.of(HibernateLeavesTheTaskTableAloneTest.class);
        TestDatabase.prepareTable(dataSource, "ordering");
        TestDatabase.execute(dataSource, "CREATE TABLE invoice (of_an_earlier_run int)");
        TestDatabase.execute(dataSource,
                "INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version,"
                        + " status, task_id, task_name, channel, destination, content_type, payload) VALUES ("
                        + "TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00',"
                        + " 1, 0, 0, 0, 'earlier', 'order', 'scripted', 'erp', 'text/plain', 'kept')");
    }

    @Test
    void whenItDropsAndCreatesItsOwn() {
        work.awaitStatus("earlier", TaskStatus.SUCCEEDED);
        entities.persist("new", "1");
        work.awaitStatus("erp:invoice:new", TaskStatus.SUCCEEDED);
        assertThat(work.query("SELECT id FROM invoice")).containsExactly("new");
    }
}
