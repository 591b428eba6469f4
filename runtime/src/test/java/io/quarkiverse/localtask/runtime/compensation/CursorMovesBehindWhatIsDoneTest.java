package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.Candidate;

/** Promise 10: a poll does not begin at rows that were delivered long ago, and misses none that is still there. */
class CursorMovesBehindWhatIsDoneTest {

    private final HouseCursors cursors = new HouseCursors();

    @Test
    void alsoWhenEverythingWasDeliveredWithoutAScan() {
        cursors.startPass();
        cursors.advance(3, rows(110_000), Set.of());
        cursors.finished(3);
        cursors.finished(4);

        cursors.startPass();
        assertThat(cursors.after(3)).as("stops before the row that stayed").isEqualTo(109_999);
        assertThat(cursors.after(4)).as("nothing waits in this house").isEqualTo(110_000);
    }

    @Test
    void upToTheFirstRowThatStayed() {
        cursors.startPass();
        cursors.advance(3, rows(10, 11, 12, 13), Set.of(10L, 11L, 13L));
        assertThat(cursors.after(3)).as("the pass goes on behind it").isEqualTo(13);
        cursors.advance(3, rows(14), Set.of(14L));
        cursors.finished(3);

        cursors.startPass();
        assertThat(cursors.after(3)).isEqualTo(11);
    }

    @Test
    void untilALapFindsWhatCommittedLate() {
        cursors.startPass();
        cursors.advance(3, rows(10), Set.of(10L));
        cursors.startLap();
        cursors.startPass();
        assertThat(cursors.after(3)).isZero();
    }

    private static List<Candidate> rows(long... ids) {
        return LongStream.of(ids)
                .mapToObj(id -> new Candidate(id, 0, "t" + id, "name", "erp", 3, TaskStatus.PENDING, 0, null, true)).toList();
    }
}
