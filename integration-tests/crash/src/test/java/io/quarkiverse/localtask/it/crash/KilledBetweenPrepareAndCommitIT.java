package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.localtask.it.crash.Database.Row;
import io.quarkiverse.localtask.it.support.DatabaseProxy;

/**
 * The order is in one XA datasource, its task in another one, and the service dies while both are committed. After its restart,
 * on the same transaction log, the recovery ends what it left behind, in both databases the same way.
 */
class KilledBetweenPrepareAndCommitIT extends CrashTestBase {

    /** Two scans of the recovery, what they wait for, and a busy machine. */
    private static final Duration XA_RECOVERY = Duration.ofSeconds(60);

    private final Database orders = new Database();
    private final DatabaseProxy proxy = new DatabaseProxy(orders.url());

    @TempDir
    Path transactionLog;

    /** When the service dies. The decision to commit is in its log after the last of the two has been prepared. */
    enum Death {
        ONE_IS_PREPARED("PREPARE TRANSACTION", 2, false, 1, false),
        BOTH_ARE_PREPARED_AND_NOTHING_IS_DECIDED("PREPARE TRANSACTION", 2, true, 2, false),
        IT_IS_DECIDED("COMMIT PREPARED", 1, false, 2, true),
        THE_FIRST_IS_COMMITTED("COMMIT PREPARED", 1, true, 1, true),
        THE_SECOND_IS_COMMITTED_NEXT("COMMIT PREPARED", 2, false, 1, true),
        BOTH_ARE_COMMITTED("COMMIT PREPARED", 2, true, 0, true);

        final String statement;
        final int nth;
        final boolean executed;
        final int inDoubt;
        final boolean committed;

        Death(String statement, int nth, boolean executed, int inDoubt, boolean committed) {
            this.statement = statement;
            this.nth = nth;
            this.executed = executed;
            this.inDoubt = inDoubt;
            this.committed = committed;
        }
    }

    @BeforeEach
    void twoDataSources() {
        configure("quarkus.datasource.jdbc.url", proxy.url(orders.url()));
        configure("quarkus.datasource.outbox.jdbc.url", proxy.url(database.url()));
        configure("quarkus.datasource.outbox.username", "postgres");
        configure("quarkus.datasource.outbox.password", "postgres");
        configure("quarkus.transaction-manager.object-store.directory", transactionLog.toString());
        // by default the recovery looks every two minutes
        configure("com.arjuna.ats.arjuna.recovery.periodicRecoveryPeriod", "2");
        configure("com.arjuna.ats.arjuna.recovery.recoveryBackoffPeriod", "1");
        configure("com.arjuna.ats.jta.orphanSafetyInterval", "1000");
    }

    @AfterEach
    void closeTheProxy() {
        proxy.close();
    }

    @ParameterizedTest
    @EnumSource
    void orderAndTaskAreBothThereOrNeither(Death death) throws IOException {
        die(death);

        start("two-datasources.jar");
        await("the recovery").atMost(XA_RECOVERY).until(() -> inDoubt() == 0);
        assertThat(orders.orders().contains("killed")).isEqualTo(death.committed);
        assertThat(database.tasks().containsKey("erp:order:killed")).isEqualTo(death.committed);
        if (death.committed) {
            await("delivery").atMost(RECOVERY).until(() -> database.task("erp:order:killed").status() == Row.SUCCEEDED);
        }
        assertThat(partner.accepted().contains("erp:order:killed")).isEqualTo(death.committed);
    }

    @Test
    void anInstanceWithANodeNameOfItsOwnLeavesItAlone(@TempDir Path otherLog) throws IOException {
        die(Death.THE_FIRST_IS_COMMITTED);

        configure("quarkus.transaction-manager.node-name", "other");
        configure("quarkus.transaction-manager.object-store.directory", otherLog.toString());
        OrderServiceProcess other = start("two-datasources.jar");
        place(other, "beside");
        await().atMost(RECOVERY).until(() -> database.task("erp:order:beside").status() == Row.SUCCEEDED);
        // several looks of the recovery
        await().during(Duration.ofSeconds(10)).atMost(Duration.ofSeconds(20)).until(() -> inDoubt() == 1);

        configure("quarkus.transaction-manager.node-name", "shop-1");
        configure("quarkus.transaction-manager.object-store.directory", transactionLog.toString());
        start("two-datasources.jar");
        // either of the two may have been committed first: the other one is what the recovery ends
        await("the recovery").atMost(XA_RECOVERY).until(() -> inDoubt() == 0);
        assertThat(orders.orders()).contains("killed");
        await("delivery").atMost(RECOVERY).untilAsserted(() -> assertThat(partner.accepted())
                .contains("erp:order:killed"));
    }

    private void die(Death death) throws IOException {
        OrderServiceProcess service = start("two-datasources.jar");
        place(service, "before");
        await().atMost(RECOVERY).until(() -> database.task("erp:order:before").status() == Row.SUCCEEDED);

        proxy.at(death.statement, death.nth, death.executed, service::kill);
        assertThatThrownBy(() -> service.post("/orders", json("killed"))).isInstanceOf(IOException.class);
        assertThat(inDoubt()).isEqualTo(death.inDoubt);
    }

    private int inDoubt() {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT count(*) FROM pg_prepared_xacts WHERE database IN (?, ?)")) {
            statement.setString(1, name(database));
            statement.setString(2, name(orders));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Database database) {
        return database.url().substring(database.url().lastIndexOf('/') + 1);
    }
}
