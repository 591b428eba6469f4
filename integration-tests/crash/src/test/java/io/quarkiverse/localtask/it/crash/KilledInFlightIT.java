package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.Receiver;

class KilledInFlightIT extends CrashTestBase {

    @Test
    void ordersWhoseRequestsWereUnderWayArriveAfterTheRestart() throws IOException {
        partner.behave(request -> Receiver.NEVER);
        OrderServiceProcess service = start();
        for (int i = 0; i < 10; i++) {
            place(service, "in-flight-" + i);
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> partner.requests().size() >= 10);
        service.kill();
        assertThat(partner.accepted()).isEmpty();

        partner.behave(request -> 200);
        start();

        everyCommittedOrderArrives();
    }
}
