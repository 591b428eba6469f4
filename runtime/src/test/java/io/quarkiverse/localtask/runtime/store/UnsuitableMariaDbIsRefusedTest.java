package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;

/** What a MariaDB or MySQL and its drivers let one set, and what would break a promise without a sign. */
@ParameterizedClass
@EnumSource(names = { "MARIADB", "MARIADB_AS_MYSQL" })
class UnsuitableMariaDbIsRefusedTest {

    @Parameter
    TestDatabase database;

    @Test
    void otherEngineAndCollationsAreNamedAllAtOnce() throws Exception {
        DataSource owner = database.empty();
        prepare(owner, SchemaManagement.CREATE);
        execute(owner, "ALTER TABLE local_task_message ENGINE = MyISAM");
        execute(owner, "ALTER TABLE local_task_message MODIFY task_id VARCHAR(64) COLLATE utf8mb4_general_ci NOT NULL");
        execute(owner, "ALTER TABLE local_task_message MODIFY payload LONGTEXT CHARACTER SET latin1 NOT NULL");
        execute(owner, "ALTER TABLE local_task_message ADD UNIQUE own (id), DROP PRIMARY KEY");
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(owner, SchemaManagement.VALIDATE))
                .withMessageContaining("has no PRIMARY KEY")
                .withMessageContaining("ENGINE = MyISAM, expected InnoDB")
                .withMessageContaining("column task_id COLLATE utf8mb4_general_ci, expected utf8mb4_bin")
                .withMessageContaining("column payload COLLATE latin1_swedish_ci");
    }

    @Test
    void connectionThatChangesTextsIsRefused() throws Exception {
        String option = database == TestDatabase.MARIADB ? "?sessionVariables=character_set_client=latin1"
                : "?characterEncoding=ISO-8859-1";
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> prepare(database.empty(option), SchemaManagement.CREATE))
                .withMessageContaining("character set is not UTF-8").withMessageContaining("jdbc.url");
    }

    @Test
    void safeUpdatesAreRefused() throws Exception {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> prepare(database.empty("?sessionVariables=sql_safe_updates=1"), SchemaManagement.CREATE))
                .withMessageContaining("sql_safe_updates=1");
    }

    @Test
    void columnsOfTheUsersOwnMayHaveAnyCollation() throws Exception {
        DataSource owner = database.empty();
        prepare(owner, SchemaManagement.CREATE);
        execute(owner, "ALTER TABLE local_task_message ADD COLUMN own VARCHAR(10) COLLATE utf8mb4_general_ci");
        assertThatNoException().isThrownBy(() -> prepare(owner, SchemaManagement.VALIDATE));
    }

    @Test
    void optionsThatRenameCatalogsAreNone() throws Exception {
        String option = database == TestDatabase.MARIADB ? "?useCatalogTerm=SCHEMA" : "?databaseTerm=SCHEMA";
        DataSource owner = database.empty(option);
        assertThatNoException().isThrownBy(() -> {
            prepare(owner, SchemaManagement.CREATE);
            prepare(owner, SchemaManagement.VALIDATE);
        });
    }

    private static void prepare(DataSource dataSource, SchemaManagement mode) {
        new SchemaManager("mariadb", StoreTest.TABLE, "shop", 64).prepare(new Database(dataSource, 1, Duration.ofSeconds(20)),
                mode);
    }

    private static void execute(DataSource owner, String sql) throws SQLException {
        try (Connection connection = owner.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
