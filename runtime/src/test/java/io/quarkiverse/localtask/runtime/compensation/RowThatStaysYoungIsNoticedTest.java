package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.Candidate;

/** A row that is due in the year 9999 must not hide those behind it in its house. */
class RowThatStaysYoungIsNoticedTest {

    private final AtomicLong clock = new AtomicLong(-5);
    private final LateHeads heads = new LateHeads(Duration.ofSeconds(60), clock::get);

    @Test
    void afterTwiceTheGrace() {
        assertThat(heads.isLate(row(1, 7))).isFalse();
        pass(119);
        assertThat(heads.isLate(row(1, 7))).isFalse();
        pass(2);
        assertThat(heads.isLate(row(1, 7))).isTrue();
    }

    @Test
    void notWhereTheFirstRowIsAlwaysAnother() {
        for (int id = 1; id < 100; id++) {
            assertThat(heads.isLate(row(id, 7))).isFalse();
            assertThat(heads.isLate(row(1_000, 8))).as("of another house").isEqualTo(id > 3);
            pass(60);
        }
    }

    private void pass(int seconds) {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static Candidate row(long id, int house) {
        return new Candidate(id, 0, "task-" + id, "name", "erp", house, TaskStatus.PENDING, 0, null, false);
    }
}
