package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;

/** A destination gets more attempts at a time while more answers come for it, and fewer where hardly fewer come. */
class AttemptsAtATimeFollowTheAnswersTest {

    private static final int MOST = 512;
    private static final IntUnaryOperator ANSWERS_ALL_AFTER_50_MS = inFlight -> inFlight * 20;
    private static final IntUnaryOperator TAKES_1_000_A_SECOND = inFlight -> 1_000;

    private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private final InFlightLimit limit = new InFlightLimit(MOST, true, () -> now);

    @Test
    void moreWhileMoreAnswersCome() {
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
        windows(1, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).isEqualTo(128);
        windows(1, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).isEqualTo(256);
        windows(50, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).as("not more than the destination's concurrency").isEqualTo(MOST);
    }

    @Test
    void alsoWhenAHiccupComesBetween() {
        windows(1, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).isEqualTo(128);
        windows(1, inFlight -> InFlightLimit.START * 20);
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
        windows(2, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).isEqualTo(256);
    }

    @Test
    void notMoreThanAreUsed() {
        for (int i = 0; i < 20; i++) {
            window(1_000, limit.value() - 1);
        }
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
    }

    @Test
    void asManyAsBeforeWhenNothingComesOfIt() {
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("a try").isEqualTo(128);
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("once more").isEqualTo(128);
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
        for (int i = 0; i < 4; i++) {
            windows(1, TAKES_1_000_A_SECOND);
            assertThat(limit.value()).as("not tried again at once").isEqualTo(InFlightLimit.START);
        }
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("but after a while, and with fewer").isEqualTo(80);
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).isEqualTo(InFlightLimit.START);
    }

    @Test
    void triesThatAreForNothingBecomeRare() {
        int tries = 0;
        for (int i = 0; i < 2_000; i++) {
            windows(1, TAKES_1_000_A_SECOND);
            tries += limit.value() == InFlightLimit.START ? 0 : 1;
        }
        assertThat(tries).isBetween(5, 15);
    }

    @Test
    void fewerOfAPartnerThatCannotKeepUpAnyMore() {
        windows(50, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).isEqualTo(MOST);
        windows(1_000, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("the others would wait at the partner").isLessThanOrEqualTo(80);
    }

    @Test
    void soonMoreOfAPartnerThatHasBecomeSlower() {
        windows(30, TAKES_1_000_A_SECOND);
        windows(6, inFlight -> inFlight);
        assertThat(limit.value()).as("as each answer now takes a second").isEqualTo(MOST);
    }

    @Test
    void soonMoreOfAPartnerThatHasBecomeFaster() {
        windows(30, TAKES_1_000_A_SECOND);
        windows(6, inFlight -> inFlight * 50);
        assertThat(limit.value()).as("as it does not count any more how it was").isEqualTo(MOST);
    }

    @Test
    void notForOneHiccup() {
        windows(30, TAKES_1_000_A_SECOND);
        windows(1, inFlight -> 300);
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("it is as it was").isEqualTo(InFlightLimit.START);
    }

    @Test
    void notAfterAnOutageOrATrickle() {
        windows(30, TAKES_1_000_A_SECOND);
        for (int i = 1; i < 4 * InFlightLimit.START; i++) {
            now += Duration.ofSeconds(1).toNanos();
            limit.answered(1);
        }
        windows(2, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).as("how long it took until there was something to send says nothing")
                .isEqualTo(InFlightLimit.START);
    }

    @Test
    void notIfTheTryWasNotUsed() {
        windows(1, TAKES_1_000_A_SECOND);
        assertThat(limit.value()).isEqualTo(128);
        window(1_000, 100);
        assertThat(limit.value()).as("nobody knows what it would have brought").isEqualTo(InFlightLimit.START);
    }

    @Test
    void fewerWhenManyFail() {
        for (int i = 0; i < 100; i++) {
            windowWithFailures(3);
        }
        assertThat(limit.value()).isEqualTo(InFlightLimit.FEWEST);
        windows(1, ANSWERS_ALL_AFTER_50_MS);
        assertThat(limit.value()).as("and more again once they are answered").isEqualTo(20);
    }

    @Test
    void notWhenFewFail() {
        windowWithFailures(8);
        assertThat(limit.value()).isGreaterThanOrEqualTo(InFlightLimit.START);
    }

    @Test
    void aNumberThatIsGivenIsKept() {
        InFlightLimit given = new InFlightLimit(200, false, () -> now);
        for (int i = 0; i < 2_000; i++) {
            now += Duration.ofMillis(50).toNanos();
            given.failed();
        }
        assertThat(given.value()).isEqualTo(200);
    }

    @Test
    void oneAtATimeStaysOneAtATime() {
        InFlightLimit one = new InFlightLimit(1, true, () -> now);
        for (int i = 0; i < 200; i++) {
            now += Duration.ofMillis(50).toNanos();
            one.failed();
        }
        assertThat(one.value()).isEqualTo(1);
    }

    @Test
    void itTellsHowManyEndInATime() {
        assertThat(limit.endIn(Duration.ofSeconds(1))).as("nothing is known yet").isZero();
        window(1_000, 1);
        assertThat(limit.endIn(Duration.ofSeconds(1))).isBetween(999, 1_001);
    }

    @Test
    void andThatItDoesNotDoSoAnyMore() {
        window(10_000, 1);
        now += Duration.ofSeconds(10).toNanos();
        assertThat(limit.endIn(Duration.ofSeconds(1))).as("of which none has ended for so long").isLessThanOrEqualTo(7);
    }

    @Test
    void theTimeWithoutAnythingToSendDoesNotCount() {
        window(1_000, 1);
        now += Duration.ofMinutes(5).toNanos();
        limit.resumes();
        window(1_000, 1);
        assertThat(limit.endIn(Duration.ofSeconds(1))).isBetween(999, 1_001);
    }

    /** @param perSecond how many answers the partner gives, by how many attempts are under way */
    private void windows(int count, IntUnaryOperator perSecond) {
        for (int i = 0; i < count; i++) {
            window(perSecond.applyAsInt(limit.value()), limit.value());
        }
    }

    private void window(int perSecond, int inFlight) {
        for (int i = 0, answers = 4 * limit.value(); i < answers; i++) {
            now += Duration.ofSeconds(1).toNanos() / perSecond;
            limit.answered(inFlight);
        }
    }

    /** @param every so many attempts one fails */
    private void windowWithFailures(int every) {
        now += Duration.ofMillis(200).toNanos();
        for (int i = 1, attempts = 4 * limit.value(); i <= attempts; i++) {
            if (i % every == 0) {
                limit.failed();
            } else {
                limit.answered(limit.value());
            }
        }
    }
}
