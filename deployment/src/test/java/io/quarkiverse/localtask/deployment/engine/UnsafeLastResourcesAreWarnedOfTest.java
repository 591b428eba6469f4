package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/**
 * Several one-phase datasources in a transaction, allowed: then a task can commit without its business data, or the reverse.
 */
class UnsafeLastResourcesAreWarnedOfTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TestDatabase
            .configure(EngineApp.app(UnsafeLastResourcesAreWarnedOfTest.class, Map.of("datasource", "orders",
                    "quarkus.transaction-manager.unsafe-multiple-last-resources", "allow")),
                    "quarkus.datasource.orders.", "UnsafeOrders")
            .setLogRecordPredicate(record -> record.getLevel().intValue() >= Level.WARNING.intValue()
                    && record.getLoggerName().startsWith("io.quarkiverse.localtask"))
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("quarkus.transaction-manager.unsafe-multiple-last-resources=allow")
                    .contains("'orders'").contains("jdbc.transactions=xa"));

    @Test
    void whenTheApplicationIsBuilt() {
        // the log says it
    }
}
