package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.store.TaskStore.FreshHead;

/** The look for the oldest fresh row goes on where it was, and begins from the smallest id now and then. */
class FreshHeadsAreFollowedTest {

    private final FreshHeads heads = new FreshHeads(3);

    @Test
    void notBeforeTheOneThatWasFoundLast() {
        assertThat(heads.from()).containsExactly(0, 0, 0);
        heads.seen(List.of(head(0, 40), head(2, 70)));
        assertThat(heads.from()).as("one may have come to house 1 after it was asked, and before house 2 was")
                .containsExactly(40, 0, 70);
        heads.seen(List.of(head(0, 40)));
        assertThat(heads.from()).as("of house 1 nothing was there").containsExactly(40, 70, 70);
        heads.seen(List.of(head(0, 90)));
        assertThat(heads.from()).containsExactly(90, 70, 70);
        heads.seen(List.of());
        assertThat(heads.from()).containsExactly(90, 90, 90);
    }

    @Test
    void fromTheSmallestIdNowAndThen() {
        for (int i = 1; i < FreshHeads.LOOKS_OF_A_LAP; i++) {
            heads.seen(List.of(head(1, 100 + i)));
            assertThat(heads.from()[1]).isEqualTo(100 + i);
        }
        heads.seen(List.of(head(1, 200)));
        assertThat(heads.from()).as("a transaction with a lower id may have committed late").containsExactly(0, 0, 0);
    }

    @Test
    void beforeTheFirstLookNobodyKnows() {
        assertThat(new OldestWaiting(null, null, 3, null).ages()).as("which is not the same as that nothing waits").isEmpty();
    }

    private static FreshHead head(int house, long id) {
        return new FreshHead(house, id, "partner", Duration.ofSeconds(1));
    }
}
