package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class DeadTaskRaisesTheAlarmTest {

    @Inject
    OrderService orders;
    @Inject
    Alarm alarm;
    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }

    @Test
    void once() {
        tester.failNext("erp", 1, Outcome.rejected("no such customer"));
        orders.place(new Order(5001, "bolt", 3));
        tester.awaitIdle(Duration.ofSeconds(10));
        assertThat(alarm.raised()).containsOnlyOnce("erp erp:order:5001 no such customer");
    }
}
