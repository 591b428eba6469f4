package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.hibernate.StaleStateException;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;

/** Entity and task commit together or not at all, wherever the datasource of both is; it has one connection. */
abstract class EntityAndTaskTests {

    @Inject
    EntityWork entities;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    /** The same database, past the application's pool. */
    abstract DataSource beside();

    @Test
    void commitTogetherAndRetriesNeedNoSecondConnection() {
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        entities.persist("together", "1");
        work.awaitStatus("erp:invoice:together", TaskStatus.SUCCEEDED);
        assertThat(entities.find("together")).isNotNull();
        assertThat(channel.received("erp:invoice:together")).hasSize(2);
    }

    @Test
    void rollBackTogether() {
        assertThatThrownBy(() -> entities.persistAndFail("undone")).hasMessage("rolled back on purpose");
        assertThat(entities.find("undone")).isNull();
        assertNothingIsLeftOf("erp:invoice:undone");
    }

    @Test
    void aConstraintThatIsViolatedAtCommitSendsNothing() {
        entities.persist("unique", "2");
        assertThatThrownBy(() -> entities.persist("second", "2")).hasRootCauseInstanceOf(java.sql.SQLException.class);
        assertThat(entities.find("second")).isNull();
        assertNothingIsLeftOf("erp:invoice:second");
    }

    @Test
    void anEntityThatSomebodyElseHasChangedSendsNothing() {
        entities.persist("contended", "3");
        assertThatThrownBy(() -> entities.change("contended", "late", () -> TestDatabase.execute(beside(),
                "UPDATE invoice SET version = version + 1, invoice_number = 'faster' WHERE id = 'contended'")))
                .hasRootCauseInstanceOf(StaleStateException.class);
        assertThat(entities.find("contended").number).isEqualTo("faster");
        assertNothingIsLeftOf("late");
    }

    private void assertNothingIsLeftOf(String id) {
        assertThat(work.status(id)).isNull();
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received(id).isEmpty() && work.status(id) == null);
    }
}
