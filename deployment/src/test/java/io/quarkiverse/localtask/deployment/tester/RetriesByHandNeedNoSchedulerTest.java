package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.QuarkusUnitTest;

/** A test that wants nothing to happen by itself: no scheduler, no compensation; the tester scans all the same. */
class RetriesByHandNeedNoSchedulerTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(RetriesByHandNeedNoSchedulerTest.class, Map.of(
            "quarkus.scheduler.enabled", "false",
            "compensation.enabled", "false"));

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Test
    void failsAndIsRetried() {
        tester.failNext("erp", 1, Outcome.failed("down"));
        orders.place("1");
        tester.awaitIdle(Duration.ofSeconds(10));
        assertThat(orders.status("erp:order:1")).isEqualTo(TaskStatus.FAILED);

        tester.retryNow();
        assertThat(tester.sent("erp")).extracting(SentMessage::attempt).containsExactly(2);
    }
}
