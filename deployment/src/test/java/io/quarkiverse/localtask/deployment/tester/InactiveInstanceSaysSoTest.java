package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.test.QuarkusUnitTest;

/** {@code active=false}: waiting for it would be waiting for ever. */
class InactiveInstanceSaysSoTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(InactiveInstanceSaysSoTest.class, Map.of("active", "false"));

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Test
    void namesTheProperty() {
        orders.place("1");
        assertThatIllegalStateException().isThrownBy(() -> tester.awaitIdle(Duration.ofSeconds(1)))
                .withMessageContaining("quarkus.local-task.active=false");
        assertThatIllegalStateException().isThrownBy(tester::scanNow).withMessageContaining("active=false");
        assertThatIllegalStateException().isThrownBy(tester::retryNow).withMessageContaining("active=false");
        assertThat(orders.status("erp:order:1")).isEqualTo(TaskStatus.PENDING);
        tester.reset();
        assertThat(orders.status("erp:order:1")).isNull();
        assertThat(tester.sent()).isEmpty();
    }
}
