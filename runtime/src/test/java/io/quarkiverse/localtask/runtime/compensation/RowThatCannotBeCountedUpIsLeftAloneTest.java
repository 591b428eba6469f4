package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.store.Candidate;

/** A number that somebody has set to its end would make the claim of all rows in the same statement fail, look after look. */
class RowThatCannotBeCountedUpIsLeftAloneTest {

    private final Destination destination = new Destination("erp", "http", "http://localhost", "POST", Map.of(),
            Optional.empty(), Duration.ofSeconds(1), 4, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(0, Duration.ofSeconds(1), 2, Duration.ofSeconds(1), 0));

    @Test
    void itsNeighboursAreClaimed() {
        Candidate good = candidate(1, 5, 5);
        Candidate worn = candidate(2, Integer.MAX_VALUE, 5);
        Candidate tried = candidate(3, 5, Integer.MAX_VALUE);
        Candidate negative = candidate(4, Integer.MIN_VALUE, Integer.MIN_VALUE);

        ClaimPlan plan = new ClaimPlan(Set.of("erp"), name -> destination, id -> false)
                .consider(List.of(worn, good, tried, negative));

        assertThat(plan.wanted()).containsExactly(good, negative);
        assertThat(plan.uncountable()).containsExactly(worn, tried);
        assertThat(plan.unwanted()).as("to be moved, which counts up as well").isEmpty();
    }

    private static Candidate candidate(long id, int version, int attempts) {
        return new Candidate(id, version, "task-" + id, "name", "erp", 0, TaskStatus.PENDING, attempts, null, true);
    }
}
