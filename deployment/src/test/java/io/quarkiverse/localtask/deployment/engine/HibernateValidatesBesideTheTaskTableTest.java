package io.quarkiverse.localtask.deployment.engine;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** As in production: both only look whether their own tables are there. */
class HibernateValidatesBesideTheTaskTableTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .withHibernate(EngineApp.app(HibernateValidatesBesideTheTaskTableTest.class, Map.of(
                    "quarkus.application.name", "ordering",
                    "schema-management", "validate",
                    "quarkus.hibernate-orm.schema-management.strategy", "validate"),
                    EntityWork.class, EntityWork.Invoice.class))
            .setBeforeAllCustomizer(() -> {
                Class<?> test = HibernateValidatesBesideTheTaskTableTest.class;
                TestDatabase.prepareTable(TestDatabase.of(test), "ordering");
                TestDatabase.execute(TestDatabase.of(test), "CREATE TABLE invoice (id varchar(255) PRIMARY KEY,"
                        + " invoice_number varchar(255) UNIQUE, version int NOT NULL)");
            });

    @Inject
    Work work;

    @Inject
    EntityWork entities;

    @Test
    void andBothAreContent() {
        entities.persist("valid", "1");
        work.awaitStatus("erp:invoice:valid", TaskStatus.SUCCEEDED);
    }
}
