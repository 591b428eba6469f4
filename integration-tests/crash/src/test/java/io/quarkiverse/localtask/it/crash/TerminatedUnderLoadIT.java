package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.crash.Database.Row;
import io.quarkiverse.localtask.it.support.Received;
import io.quarkiverse.localtask.it.support.Receiver;

class TerminatedUnderLoadIT extends CrashTestBase {

    /** The shutdown timeout of 5 s, and what the rest of the application needs on a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(10);
    /** 128 + the number of the signal: TERM is 15. */
    private static final int TERMINATED = 143;

    @Test
    void whatWasDeliveredIsWrittenBackBeforeItEndsAndNothingIsSentTwice() {
        partner.behave(request -> {
            pause(Duration.ofMillis(50));
            return 200;
        });
        OrderServiceProcess service = start();
        Load load = new Load(service, "load", confirmed, refused);
        load.awaitConfirmed(300);

        service.terminate();

        assertThat(service.awaitExit(BOUND)).isEqualTo(TERMINATED);
        load.awaitEnd();
        Map<String, Row> tasks = database.tasks();
        assertThat(partner.accepted()).as("delivered before the end").isNotEmpty().allSatisfy(
                id -> assertThat(tasks.get(id).status()).as("status of %s", id).isEqualTo(Row.SUCCEEDED));

        start();

        everyCommittedOrderArrives();
        assertThat(partner.requests()).extracting(Received::taskId).doesNotHaveDuplicates();
    }

    @Test
    void aPartnerThatNeverAnswersDoesNotKeepItAlive() throws IOException {
        configure("quarkus.local-task.shutdown-timeout", "1s");
        partner.behave(request -> Receiver.NEVER);
        OrderServiceProcess service = start();
        for (int i = 0; i < 100; i++) {
            place(service, "hanging-" + i);
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> !partner.requests().isEmpty());

        service.terminate();

        assertThat(service.awaitExit(BOUND)).isEqualTo(TERMINATED);
        partner.behave(request -> 200);
        start();
        everyCommittedOrderArrives();
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
