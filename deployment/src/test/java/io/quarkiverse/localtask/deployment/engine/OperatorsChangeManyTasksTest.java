package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.TaskOperations;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** What operators do to many tasks, by a filter, a page at a time or in bulk; each leaves a line. */
class OperatorsChangeManyTasksTest {

    private static final int MANY = 1_203;
    private static final TaskFilter DEAD = TaskFilter.status(TaskStatus.DEAD);

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(OperatorsChangeManyTasksTest.class,
            Map.of("destinations.crm.channel", "scripted", "destinations.crm.timeout", "2s", "compensation.enabled", "false",
                    "grace", "60s", "lease", "60s"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    TaskOperations operations;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @BeforeEach
    void manyDead() {
        work.sql("DELETE FROM local_task_message");
        work.sql("DELETE FROM local_task_audit");
        channel.answer(delivery -> Outcome.rejected("HTTP 410"));
        work.acceptAll(IntStream.range(0, MANY).mapToObj(i -> Work.message("many-" + i)).toList());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> work.count("status = 4") == MANY);
    }

    @Test
    void listedPageByPage() {
        List<String> found = new ArrayList<>();
        String after = null;
        do {
            TaskPage page = tasks.list(DEAD.destination("erp").errorContains("http 410"), 100, after);
            assertThat(page.tasks()).hasSizeLessThanOrEqualTo(100);
            page.tasks().stream().map(Task::taskId).forEach(found::add);
            after = page.next();
        } while (after != null);
        assertThat(found).hasSize(MANY).doesNotHaveDuplicates();
        assertThat(tasks.list(DEAD.destination("crm"), 100, null).tasks()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> tasks.list(DEAD, 0, null)).withMessageContaining("1 to 1000");
        assertThatIllegalArgumentException().isThrownBy(() -> tasks.list(DEAD, 10, "nonsense"))
                .withMessageContaining("TaskPage.next()");
    }

    @Test
    void countedAndRedelivered() {
        assertThat(tasks.count(DEAD)).isEqualTo(MANY);
        assertThat(tasks.count(DEAD.errorContains("503"))).isZero();
        assertThat(tasks.redeliver(DEAD.errorContains("503"))).isZero();
        assertThat(tasks.redeliver(DEAD)).isEqualTo(MANY);
        assertThat(work.count("status = 3 AND attempts = 0")).isEqualTo(MANY);
        assertThat(tasks.cancel(TaskFilter.waiting())).isEqualTo(MANY);
        assertThat(work.count("status = 6")).isEqualTo(MANY);
        assertThat(tasks.audit(Long.MAX_VALUE, 10)).extracting(AuditEntry::action, AuditEntry::tasks).startsWith(
                tuple("cancel", (long) MANY),
                tuple("redeliver", (long) MANY));
    }

    @Test
    void sentElsewhere() {
        assertThat(tasks.redirect(DEAD, "crm")).isEqualTo(MANY);
        assertThat(work.count("destination = 'crm' AND status = 3")).isEqualTo(MANY);
        assertThat(tasks.redirect("many-7", "erp")).isTrue();
        assertThat(tasks.find("many-7")).map(Task::destination).hasValue("erp");
        assertThat(tasks.redirect("unknown", "erp")).isFalse();
        assertThat(tasks.audit(Long.MAX_VALUE, 1)).singleElement()
                .satisfies(entry -> assertThat(entry.subject()).isEqualTo("task many-7 to erp"));
        assertThatIllegalArgumentException().isThrownBy(() -> tasks.redirect(DEAD, "nowhere"))
                .withMessageContaining("nowhere").withMessageContaining("[crm, erp]");
    }

    @Test
    void aDryRunCountsWhatCanBeSentElsewhere() {
        work.sql(
                "UPDATE local_task_message SET notify_config = '{\"target\":{\"url\":\"http://a\"}}' WHERE task_id = 'many-7'");
        assertThat(operations.count(DEAD, operations.redirectTo("crm"), null, Duration.ofMinutes(1)).count())
                .isEqualTo(MANY - 1);
        assertThat(operations.count(DEAD, new RowChange.Redeliver(), null, Duration.ofMinutes(1)).count()).isEqualTo(MANY);
        assertThat(tasks.redirect(DEAD, "crm")).isEqualTo(MANY - 1);
    }

    @Test
    void oneChangeAndItsLineAreCommittedTogether() {
        failsForItsLine("tasks <> 1", () -> tasks.redeliver("many-7"));
        assertThat(work.count("task_id = 'many-7' AND status = 4")).isEqualTo(1);
        assertThat(tasks.redeliver("many-7")).isTrue();
        assertThat(work.count("task_id = 'many-7' AND status = 3")).isEqualTo(1);
        assertThat(tasks.audit(Long.MAX_VALUE, 10)).singleElement().extracting(AuditEntry::subject).isEqualTo("task many-7");
    }

    @Test
    void aPauseAndItsLineAreCommittedTogether() {
        failsForItsLine("action <> 'pause'", () -> tasks.pause("crm"));
        assertThat(work.query("SELECT destination FROM local_task_pause")).isEmpty();
        assertThat(tasks.pause("crm")).isTrue();
        assertThat(tasks.pause("crm")).isFalse();
        assertThat(tasks.resume("crm")).isTrue();
        assertThat(tasks.resume("crm")).isFalse();
        assertThat(tasks.audit(Long.MAX_VALUE, 10)).extracting(AuditEntry::action).containsExactly("resume", "pause");
    }

    @Test
    void notInATransactionAndNotWhatCannotBe() {
        assertThatIllegalStateException()
                .isThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> tasks.redeliver(DEAD)))
                .withMessageContaining("LocalTasks.redeliver").withMessageContaining("@Transactional");
        assertThatIllegalArgumentException().isThrownBy(() -> tasks.redeliver(TaskFilter.status(TaskStatus.SUCCEEDED)))
                .withMessageContaining("FAILED|DEAD|CANCELLED");
        assertThat(work.count("status = 4")).isEqualTo(MANY);
        assertThat(tasks.audit(Long.MAX_VALUE, 10)).isEmpty();
    }

    /** @param allowed what the audit takes */
    private void failsForItsLine(String allowed, ThrowingCallable change) {
        work.sql("ALTER TABLE local_task_audit ADD CONSTRAINT no_line CHECK (" + allowed + ")");
        try {
            assertThatExceptionOfType(LocalTaskException.class).isThrownBy(change);
        } finally {
            work.sql("ALTER TABLE local_task_audit DROP CONSTRAINT no_line");
        }
    }
}
