package io.quarkiverse.localtask.it.crash;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class KilledAgainAndAgainUnderLoadIT extends CrashTestBase {

    @Test
    void nothingIsLostAndNothingIsInventedWhenTheServiceIsKilledThreeTimesUnderLoad() {
        AtomicInteger count = new AtomicInteger();
        // every third request fails, so that all ways through the table are busy when it dies
        partner.behave(request -> count.incrementAndGet() % 3 == 0 ? 500 : 200);
        for (int round = 0; round < 3; round++) {
            OrderServiceProcess service = start();
            Load load = new Load(service, "round-" + round, confirmed, refused);
            load.awaitConfirmed(150 + 100 * round);
            service.kill();
            load.awaitEnd();
        }
        start();

        everyCommittedOrderArrives();
    }
}
