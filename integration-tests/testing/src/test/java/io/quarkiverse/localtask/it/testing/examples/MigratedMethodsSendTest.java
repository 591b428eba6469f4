package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class MigratedMethodsSendTest {

    @Inject
    MigratedOrderService orders;
    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }

    @Test
    void messageOfTheRequestAndResultOfTheMethod() {
        orders.place(new PlaceOrder(new Order(6001, "bolt", 3), TaskMessage.to("erp").id("6001").payload("bolts").build()));
        orders.place(new Order(6002, "nut", 3));
        tester.awaitIdle(Duration.ofSeconds(10));
        assertThat(tester.sent("erp")).extracting(SentMessage::taskId)
                .containsExactlyInAnyOrder("6001", "erp:order:6002");
    }
}
