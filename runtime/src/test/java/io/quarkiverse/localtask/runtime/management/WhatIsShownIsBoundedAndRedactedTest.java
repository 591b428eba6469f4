package io.quarkiverse.localtask.runtime.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.delivery.Origin;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.spi.Outcome;

/** What the page keeps in memory has a bound whatever a channel says, and secrets are hidden in whatever form they come. */
class WhatIsShownIsBoundedAndRedactedTest {

    @Test
    void reasonsAreCut() {
        RecentHistory history = new RecentHistory();
        history.attempted(task(), Outcome.failed("x".repeat(1_000_000)), 1);
        history.attempted(task(), Outcome.rejected("y".repeat(1_000_000)), 1);
        assertThat(history.failuresOf("t")).hasSize(2).allSatisfy(failure -> assertThat(failure.reason()).hasSize(500));
    }

    @Test
    void jsonThatIsNoTextIsHiddenAsAWhole() {
        Redaction redaction = new Redaction(List.of("password"));
        assertThat(redaction.ofBinary("eyJwYXNzd29yZCI6Iv8ifQ==", "application/json; charset=ISO-8859-1"))
                .doesNotContain("eyJ");
        assertThat(redaction.ofBinary("AAEC", "application/octet-stream")).isEqualTo("AAEC");
        assertThat(new Redaction(List.of()).ofBinary("eyJ9", "application/json")).isEqualTo("eyJ9");
    }

    private static TaskInHand task() {
        Destination erp = new Destination("erp", "test", null, "POST", Map.of(), Optional.empty(), Duration.ofSeconds(1), 1,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(1, Duration.ofSeconds(1), 2, Duration.ofSeconds(1), 0));
        return TaskInHand.fresh(1, "t", "name", erp, new byte[1], "text/plain", Map.of(), Map.of(), Long.MAX_VALUE,
                new Origin(0, null));
    }
}
