package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

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

    @Test
    void inAGroupOfSuccesses() throws SQLException {
        for (Completion completion : Completion.values()) {
            long id = insert(task("alone-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            try (Connection transaction = durable()) {
                store.write(transaction, List.of(succeeded(id, "alone-" + completion, 0, true)), completion);
                assertThat(synchronousCommit(transaction)).isEqualTo("off");
                transaction.commit();
                assertThat(synchronousCommit(transaction)).isEqualTo("on");
            }
        }
    }

    @Test
    void butWhereAFailureIsAmongThem() throws SQLException {
        for (Completion completion : Completion.values()) {
            long good = insert(task("good-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            long bad = insert(task("bad-" + completion, "erp", 3), TaskStatus.PENDING, 0);
            RowOutcome failed = new RowOutcome(bad, "bad-" + completion, 0, TaskStatus.FAILED, true, Duration.ZERO, "503");
            try (Connection transaction = durable()) {
                store.write(transaction, List.of(succeeded(good, "good-" + completion, 0, true), failed), completion);
                assertThat(synchronousCommit(transaction)).isEqualTo("on");
            }
            try (Connection transaction = durable()) {
                store.write(transaction, List.of(failed), completion);
                assertThat(synchronousCommit(transaction)).isEqualTo("on");
            }
        }
    }

    /** The test's server does not wait for its disk. */
    private Connection durable() throws SQLException {
        Connection transaction = transaction();
        try (Statement statement = transaction.createStatement()) {
            statement.execute("SET synchronous_commit = on");
        }
        transaction.commit();
        return transaction;
    }

    private static String synchronousCommit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
            row.next();
            return row.getString(1);
        }
    }
}
