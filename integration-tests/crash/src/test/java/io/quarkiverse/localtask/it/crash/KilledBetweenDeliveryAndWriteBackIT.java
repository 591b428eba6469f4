package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

class KilledBetweenDeliveryAndWriteBackIT extends CrashTestBase {

    @Test
    void deliveredOrdersThatWereNotWrittenBackArriveOnceMoreWithTheSameIdAndBody() throws IOException {
        // an outcome waits a second for others
        configure("quarkus.local-task.outcome.max-wait", "1s");
        OrderServiceProcess service = start();
        // the first one warms everything up
        place(service, "warm-up");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> database.task("erp:order:warm-up").status() == Database.Row.SUCCEEDED);
        place(service, "delivered");
        await().atMost(Duration.ofSeconds(5)).pollInterval(Duration.ofMillis(5))
                .until(() -> partner.accepted().contains("erp:order:delivered"));
        service.kill();
        assertThat(database.task("erp:order:delivered").status()).as("not written back").isEqualTo(Database.Row.PENDING);

        start();

        everyCommittedOrderArrives();
        assertThat(partner.requests("erp:order:delivered")).as("sent again: at least once").hasSize(2);
    }
}
