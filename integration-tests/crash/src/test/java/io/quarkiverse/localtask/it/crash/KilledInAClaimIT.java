package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.Receiver;

class KilledInAClaimIT extends CrashTestBase {

    @Test
    void ordersThatAScanHadClaimedArriveAfterTheRestart() throws IOException {
        partner.behave(request -> request.nth() == 1 ? 503 : Receiver.NEVER);
        OrderServiceProcess service = start();
        for (int i = 0; i < 10; i++) {
            place(service, "claimed-" + i);
        }
        await("a scan has claimed an order and sends it").atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(10))
                .until(() -> partner.requests().stream().anyMatch(request -> request.nth() == 2));
        service.kill();
        assertThat(database.tasks().values()).as("claims of a dead holder")
                .anySatisfy(row -> assertThat(row.status()).isEqualTo(Database.Row.CLAIMED));

        partner.behave(request -> 200);
        start();

        everyCommittedOrderArrives();
    }
}
