package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * A success that a crash of the database takes back is a delivery that is repeated; a failure that it takes back is an attempt
 * that nobody has counted. So only commits of successes alone do not wait for the disk, and the session keeps its own way.
 */
@ParameterizedClass
@EnumSource(value = TestDatabase.class, names = "POSTGRESQL")
class SuccessesAreNotAwaitedOnTheDiskTest extends StoreTest {

    /** The test's server does not wait for its disk; and a trigger that fires when the commit begins tells what holds then. */
    @BeforeEach
    void seeCommits() throws SQLException {
        execute("SET synchronous_commit = on");
        execute("CREATE TABLE seen (setting text)");
        execute("CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN INSERT INTO seen VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END'");
        execute("CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE OR DELETE ON " + TABLE
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION see()");
    }

    @Test
    void inAGroupOfSuccesses() throws SQLException {
        for (Completion completion : Completion.values()) {
            long id = insert(task("alone-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            seen();
            store.write(connection, List.of(succeeded(id, "alone-" + completion, 0, true)), completion);
            assertThat(seen()).containsExactly("off");
            assertThat(texts("SHOW synchronous_commit")).as("the session").containsExactly("on");
        }
    }

    @Test
    void butWhereAFailureIsAmongThem() throws SQLException {
        for (Completion completion : Completion.values()) {
            long good = insert(task("good-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            long bad = insert(task("bad-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            seen();
            store.write(connection, List.of(succeeded(good, "good-" + completion, 0, true),
                    failed(bad, "bad-" + completion, 0, true, Duration.ZERO)), completion);
            assertThat(seen()).containsExactly("on", "on");
            store.write(connection, List.of(failed(bad, "bad-" + completion, 1, true, Duration.ZERO)), completion);
            assertThat(seen()).containsExactly("on");
        }
    }

    private List<String> seen() throws SQLException {
        List<String> seen = texts("SELECT setting FROM seen");
        execute("DELETE FROM seen");
        return seen;
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }
}
