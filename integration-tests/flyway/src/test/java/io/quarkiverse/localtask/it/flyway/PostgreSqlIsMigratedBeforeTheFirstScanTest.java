package io.quarkiverse.localtask.it.flyway;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.it.support.NeedsPostgres;
import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkus.test.QuarkusUnitTest;

@NeedsPostgres
class PostgreSqlIsMigratedBeforeTheFirstScanTest extends TableIsThereForTheFirstScan {

    @RegisterExtension
    static final QuarkusUnitTest APP = FlywayApp.asDocumented(FlywayApp.with(MIGRATIONS), "postgresql")
            .overrideConfigKey("quarkus.datasource.db-kind", "postgresql")
            .overrideConfigKey("quarkus.datasource.jdbc.url", PostgresServer.newDatabase())
            .overrideConfigKey("quarkus.datasource.username", PostgresServer.USER)
            .overrideConfigKey("quarkus.datasource.password", PostgresServer.USER);
}
