package io.quarkiverse.localtask.it.flyway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;

/** The application's own Flyway creates the table from the script in the extension's jar, before the engine looks at it. */
abstract class TableIsThereForTheFirstScan {

    static final Map<String, String> MIGRATIONS = Map.of(
            "db/migration/V1__orders.sql", "CREATE TABLE orders (id INT PRIMARY KEY);",
            // a repeatable migration of one's own comes after ours if its name does
            "db/migration/R__local_task_rows.sql",
            "INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version,"
                    + " status, task_id, task_name, channel, destination, content_type, payload) VALUES ("
                    + "TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', "
                    + "3, 0, 1, 0, 'early', 'order', 'recorded', 'erp', 'text/plain', 'payload');");

    @Inject
    Orders orders;

    @Inject
    Flyway flyway;

    @Test
    void rowOfAMigrationIsDelivered() {
        orders.awaitSent("early");
        assertThat(orders.sent()).containsOnlyOnce("early");
    }

    @Test
    void scriptIsAppliedOnce() {
        assertThat(Stream.of(flyway.info().applied())).extracting(MigrationInfo::getDescription)
                .containsExactly("orders", "local task 001", "local task rows");
        flyway.validate();
        assertThat(flyway.migrate().migrationsExecuted).isZero();
    }
}
