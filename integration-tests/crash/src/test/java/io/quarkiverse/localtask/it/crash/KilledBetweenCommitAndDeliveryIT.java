package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.Receiver;

class KilledBetweenCommitAndDeliveryIT extends CrashTestBase {

    @Test
    void committedOrdersThatWereNeverSentArriveAfterTheRestart() throws IOException {
        // one attempt at a time, and the first one hangs: the others are committed, and wait in the memory that dies
        configure("quarkus.local-task.destinations.erp.concurrency", "1");
        partner.behave(request -> Receiver.NEVER);
        OrderServiceProcess service = start();
        for (int i = 0; i < 20; i++) {
            place(service, "unsent-" + i);
            placeAndFail(service, "refused-" + i);
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> partner.requests().size() == 1);
        service.kill();
        assertThat(partner.requests()).as("nothing but the first order was sent").hasSize(1);
        assertThat(database.tasks()).as("all are in the table").hasSize(20);

        partner.behave(request -> 200);
        start();

        everyCommittedOrderArrives();
    }
}
