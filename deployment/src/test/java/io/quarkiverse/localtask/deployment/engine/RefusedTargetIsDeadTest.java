package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.channel.http.HostResolver;
import io.quarkus.test.QuarkusUnitTest;

/** What must not be sent is dead at once, says which property allows it, and waits for an operator. */
class RefusedTargetIsDeadTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(RefusedTargetIsDeadTest.class,
            Map.of("http.allow-private-addresses", "false"), Names.class);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Test
    void nameThatLeadsToPrivateAddress() {
        Names.address = "10.0.0.1";
        work.accept(TaskMessage.http(URI.create("https://hooks.test/?token=s3cret")).id("private").payload("x").build());
        work.awaitStatus("private", TaskStatus.DEAD);

        Task dead = tasks.find("private").orElseThrow();
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.lastError()).contains("private (10.0.0.0/8, RFC 1918)",
                "quarkus.local-task.http.allow-private-addresses", "quarkus.local-task.http.allowed-hosts")
                .doesNotContain("s3cret").doesNotContain("hooks.test");

        // still refused, so it dies again; with the property set it would be sent
        int asked = Names.ASKED.get();
        assertThat(tasks.redeliver("private")).isTrue();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Names.ASKED.get() > asked);
        work.awaitStatus("private", TaskStatus.DEAD);
    }

    @Test
    void nameThatCannotBeFoundIsTriedAgain() {
        Names.address = null;
        work.accept(TaskMessage.http(URI.create("https://gone.test/")).id("gone").payload("x").build());
        work.awaitStatus("gone", TaskStatus.FAILED);
        assertThat(tasks.find("gone").orElseThrow().lastError()).isEqualTo("unknown host");
    }

    @Test
    void addressIsRefusedBeforeARowIsWritten() {
        assertThatThrownBy(() -> work.accept(TaskMessage.http(URI.create("http://[fd00::1]/?token=s3cret")).id("literal")
                .payload("x").build()))
                .hasStackTraceContaining("private (fc00::/7, RFC 4193)")
                .hasStackTraceContaining("quarkus.local-task.http.allow-private-addresses")
                .hasMessageNotContaining("s3cret");
        assertThat(work.count("task_id = 'literal'")).isZero();
    }

    @Singleton
    static class Names implements HostResolver {

        static final AtomicInteger ASKED = new AtomicInteger();
        static volatile String address;

        @Override
        public InetAddress[] addresses(String host) throws UnknownHostException {
            ASKED.incrementAndGet();
            if (address == null) {
                throw new UnknownHostException(host);
            }
            return new InetAddress[] { InetAddress.getByName(address) };
        }
    }
}
