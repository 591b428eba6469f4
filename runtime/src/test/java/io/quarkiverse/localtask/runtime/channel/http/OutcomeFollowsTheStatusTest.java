package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.spi.Outcome;

class OutcomeFollowsTheStatusTest {

    private final HttpOutcomes outcomes = new HttpOutcomes(List.of(422), Clock.systemUTC());

    @Test
    void successIs2xxOnly() {
        for (int status = 100; status < 1000; status++) {
            assertThat(outcomes.of(head(status, null)) instanceof Outcome.Succeeded).as("HTTP %d", status)
                    .isEqualTo(status / 100 == 2);
        }
    }

    @Test
    void goneAndConfiguredStatusesAreRejected() {
        assertThat(outcomes.of(head(410, null))).isEqualTo(Outcome.rejected("HTTP 410"));
        assertThat(outcomes.of(head(422, null))).isEqualTo(Outcome.rejected("HTTP 422"));
        assertThat(outcomes.of(head(400, null))).isEqualTo(Outcome.refused("HTTP 400"));
    }

    @Test
    void theOther4xxSayThatTheReceiverWorks() {
        assertThat(List.of(400, 401, 404, 409, 418, 499)).allSatisfy(
                status -> assertThat(outcomes.of(head(status, null))).isEqualTo(Outcome.refused("HTTP " + status)));
        assertThat(List.of(102, 301, 408, 425, 429, 500, 502, 503, 504)).allSatisfy(
                status -> assertThat((Outcome.Failed) outcomes.of(head(status, null))).returns(false,
                        Outcome.Failed::answered));
    }

    @ParameterizedTest
    @ValueSource(ints = { 429, 503 })
    void retryAfterCountsWhereItIsDefined(int status) {
        assertThat(outcomes.of(head(status, "7"))).isEqualTo(Outcome.failed("HTTP " + status, Duration.ofSeconds(7)));
        assertThat(outcomes.of(head(status, "soon"))).isEqualTo(Outcome.failed("HTTP " + status));
        assertThat(outcomes.of(head(500, "7"))).isEqualTo(Outcome.failed("HTTP 500"));
    }

    private static HttpHead head(int status, String retryAfter) {
        return new HttpHead(status, retryAfter, null);
    }
}
