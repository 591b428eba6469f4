package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

/** A destination gets more attempts at a time while that costs no time, and fewer when it does. */
class AttemptsAtATimeFollowTheAnswersTest {

    private static final int MOST = 512;
    private static final long FAST = Duration.ofMillis(50).toNanos();

    private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private final InFlightLimit limit = new InFlightLimit(MOST, true, () -> now);

    @Test
    void moreWhileAnswersTakeNoLonger() {
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
        window(FAST);
        assertThat(limit.value()).isEqualTo(128);
        for (int i = 0; i < 20; i++) {
            window(FAST);
        }
        assertThat(limit.value()).as("not more than the destination's concurrency").isEqualTo(MOST);
    }

    @Test
    void notMoreThanAreUsed() {
        for (int i = 0; i < 20; i++) {
            window(FAST, limit.value() - 1);
        }
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
    }

    @Test
    void asManyAsBeforeWhenNothingComesOfIt() {
        window(FAST);
        assertThat(limit.value()).isEqualTo(128);
        window(FAST * 2);
        assertThat(limit.value()).as("as many answers in the same time").isEqualTo(64);
        for (int i = 0; i < 15; i++) {
            window(FAST);
            assertThat(limit.value()).as("it is not tried again at once").isEqualTo(64);
        }
        window(FAST);
        assertThat(limit.value()).as("but after a while, and with fewer").isEqualTo(80);
    }

    @Test
    void fewerWhenAnswersTakeMuchLonger() {
        for (int i = 0; i < 20; i++) {
            window(FAST);
        }
        window(3 * FAST);
        assertThat(limit.value()).isEqualTo(MOST * 9 / 10);
        for (int i = 0; i < 25; i++) {
            window(3 * FAST);
        }
        assertThat(limit.value()).as("time alone does not make it fewer than at the beginning").isEqualTo(InFlightLimit.START);
    }

    @Test
    void fewerWhenManyFail() {
        for (int i = 0; i < 100; i++) {
            windowWithFailures(3);
        }
        assertThat(limit.value()).isEqualTo(InFlightLimit.FEWEST);
        window(FAST);
        assertThat(limit.value()).as("and more again once they are answered").isEqualTo(20);
    }

    @Test
    void notWhenFewFail() {
        windowWithFailures(8);
        assertThat(limit.value()).isGreaterThanOrEqualTo(InFlightLimit.START);
    }

    @Test
    void aPartnerThatHasBecomeSlowerIsMeasuredAnew() {
        for (int i = 0; i < 20; i++) {
            window(FAST);
        }
        for (int i = 0; i < 200; i++) {
            window(4 * FAST);
        }
        assertThat(limit.value()).as("no faster answers are to be had").isEqualTo(MOST);
    }

    @Test
    void aNumberThatIsGivenIsKept() {
        InFlightLimit given = new InFlightLimit(200, false, () -> now);
        for (int i = 0; i < 2_000; i++) {
            now += FAST;
            given.failed();
        }
        assertThat(given.value()).isEqualTo(200);
    }

    @Test
    void oneAtATimeStaysOneAtATime() {
        InFlightLimit one = new InFlightLimit(1, true, () -> now);
        for (int i = 0; i < 200; i++) {
            now += FAST;
            one.failed();
        }
        assertThat(one.value()).isEqualTo(1);
    }

    @Test
    void itTellsHowManyEndInATime() {
        assertThat(limit.endIn(Duration.ofSeconds(1))).as("nothing is known yet").isZero();
        window(FAST);
        assertThat(limit.endIn(Duration.ofSeconds(1))).isEqualTo(64 * 20);
    }

    /** Two answers for each attempt that may be under way, all of them used. */
    private void window(long nanos) {
        window(nanos, limit.value());
    }

    private void window(long nanos, int inFlight) {
        now += 2 * nanos;
        for (int i = Math.max(32, 2 * limit.value()); i > 0; i--) {
            limit.answered(nanos, inFlight);
        }
    }

    /** @param every so many attempts one fails */
    private void windowWithFailures(int every) {
        now += 2 * FAST;
        for (int i = 1, attempts = Math.max(32, 2 * limit.value()); i <= attempts; i++) {
            if (i % every == 0) {
                limit.failed();
            } else {
                limit.answered(FAST, limit.value());
            }
        }
    }
}
