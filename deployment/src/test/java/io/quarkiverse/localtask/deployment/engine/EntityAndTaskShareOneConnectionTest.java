package io.quarkiverse.localtask.deployment.engine;

import java.util.Map;

import javax.sql.DataSource;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** In the default datasource, and the default persistence unit. */
class EntityAndTaskShareOneConnectionTest extends EntityAndTaskTests {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.withHibernate(EngineApp.app(EntityAndTaskShareOneConnectionTest.class, Map.of(
            "quarkus.hibernate-orm.schema-management.strategy", "drop-and-create",
            "quarkus.datasource.jdbc.max-size", "1",
            "quarkus.datasource.jdbc.acquisition-timeout", "5s"),
            EntityAndTaskTests.class, EntityWork.class, EntityWork.Invoice.class));

    @Override
    DataSource beside() {
        return TestDatabase.of(EntityAndTaskShareOneConnectionTest.class);
    }
}
