package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.crash.Database.Row;
import io.quarkiverse.localtask.it.support.Received;

class TwoInstancesFollowOneRetryScheduleIT extends CrashTestBase {

    /** The waits after the first, second and third failure. */
    private static final List<Duration> SCHEDULE = List.of(Duration.ofSeconds(2), Duration.ofSeconds(4),
            Duration.ofSeconds(8));
    /** A tick, and a busy machine. */
    private static final Duration LATE = Duration.ofSeconds(4);
    /** The clocks of the database and of the driver run at their own speed. */
    private static final Duration EARLY = Duration.ofMillis(50);

    @Test
    void aRefusingPartnerIsAskedAsOftenAsByOneInstance() throws IOException {
        configure("quarkus.local-task.destinations.erp.retry.initial-delay", "2s");
        configure("quarkus.local-task.destinations.erp.retry.multiplier", "2");
        configure("quarkus.local-task.destinations.erp.retry.max-delay", "1m");
        configure("quarkus.local-task.destinations.erp.retry.jitter", "0");
        configure("quarkus.local-task.destinations.erp.retry.max-attempts", "4");
        // each message is refused by a partner that works: one that does not would only be probed
        partner.behave(request -> 409);
        OrderServiceProcess one = start();
        OrderServiceProcess two = start();
        for (int i = 0; i < 20; i++) {
            place(one, "one-" + i);
            place(two, "two-" + i);
        }

        await("every task is given up").atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(database.tasks().values())
                .hasSize(40).allSatisfy(row -> assertThat(row.status()).isEqualTo(Row.DEAD)));

        assertThat(confirmed).allSatisfy(order -> {
            List<Received> requests = partner.requests(Invariants.taskId(order));
            assertThat(requests).as("attempts of %s", order).hasSize(SCHEDULE.size() + 1);
            for (int i = 0; i < SCHEDULE.size(); i++) {
                Duration gap = Duration.ofNanos(requests.get(i + 1).nanoTime() - requests.get(i).nanoTime());
                assertThat(gap).as("wait after attempt %s of %s", i + 1, order)
                        .isBetween(SCHEDULE.get(i).minus(EARLY), SCHEDULE.get(i).plus(LATE));
            }
            assertThat(database.task(Invariants.taskId(order)).attempts()).isEqualTo(SCHEDULE.size() + 1);
        });
    }
}
