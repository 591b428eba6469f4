package io.quarkiverse.localtask.it.flyway;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class H2IsMigratedBeforeTheFirstScanTest extends TableIsThereForTheFirstScan {

    @RegisterExtension
    static final QuarkusUnitTest APP = FlywayApp.onH2(FlywayApp.asDocumented(FlywayApp.with(MIGRATIONS), "h2"),
            "quarkus.datasource.", "migrated");
}
