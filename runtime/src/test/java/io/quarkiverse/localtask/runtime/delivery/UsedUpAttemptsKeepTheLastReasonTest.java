package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.store.ErrorText;

class UsedUpAttemptsKeepTheLastReasonTest {

    @Test
    void behindTheRule() {
        assertThat(Reasons.usedUp(false, 2, "unknown host"))
                .isEqualTo("attempts used up (retry.max-attempts=2); last: unknown host");
        assertThat(Reasons.usedUp(true, 2, "HTTP 503")).isEqualTo("the last attempt left no outcome; last known: HTTP 503");
        assertThat(Reasons.usedUp(false, 2, null)).isEqualTo("attempts used up (retry.max-attempts=2)");
        assertThat(Reasons.usedUp(true, 2, null)).isEqualTo("the last attempt left no outcome");
    }

    @Test
    void onceHoweverOftenTheTaskIsRedelivered() {
        String first = Reasons.usedUp(false, 2, "unknown host");
        String second = Reasons.usedUp(true, 3, first);
        assertThat(second).isEqualTo("the last attempt left no outcome; last known: unknown host");
        assertThat(Reasons.usedUp(false, 1, second)).isEqualTo("attempts used up (retry.max-attempts=1); last: unknown host");
        assertThat(Reasons.usedUp(true, 1, Reasons.usedUp(true, 1, null))).isEqualTo("the last attempt left no outcome");
    }

    @Test
    void cutToTheColumnBetweenCharacters() {
        String grins = "\ud83d\ude00".repeat(250);
        String text = ErrorText.clean(Reasons.usedUp(true, 2, grins));
        assertThat(text).hasSizeBetween(499, 500).endsWith("\ud83d\ude00");
    }
}
