package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;

/** The application's own Liquibase creates the table from the changelog in the extension's jar, before the first scan. */
class LiquibaseMigratesBeforeTheFirstScanTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = SchemaTools.liquibase(LiquibaseMigratesBeforeTheFirstScanTest.class, Map.of(),
            Map.of("db/changeLog.xml", SchemaTools.documented("changeLog.xml").replace("</databaseChangeLog>",
                    SchemaTools.changeSet("2", SchemaTools.row("early")) + "</databaseChangeLog>")),
            "liquibase.properties");

    @Inject
    Work work;

    @Inject
    @Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void rowOfAChangeSetIsDelivered() {
        work.awaitStatus("early", TaskStatus.SUCCEEDED);
        assertThat(channel.received("early")).hasSize(1);
    }

    @Test
    void secondStartChangesNothing() throws Exception {
        try (Connection connection = TestDatabase.of(getClass()).getConnection();
                Liquibase tool = new Liquibase("db/changeLog.xml", new ClassLoaderResourceAccessor(),
                        new JdbcConnection(connection))) {
            tool.validate();
            assertThat(tool.listUnrunChangeSets(new Contexts(), new LabelExpression())).isEmpty();
        }
        assertThat(work.query("SELECT id FROM DATABASECHANGELOG ORDER BY orderexecuted"))
                .containsExactly("1", "001-" + SchemaTools.dialect(), "2");
        assertThat(work.query("SELECT filename FROM DATABASECHANGELOG WHERE author = 'quarkus-local-task'"))
                .containsExactly("quarkus-local-task");
    }
}
