package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** Promise 1, where it is the commit itself that fails: the database refuses it, or is gone. */
class CommitThatFailsSendsNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(CommitThatFailsSendsNothingTest.class);

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void aDeferredConstraint() {
        Assumptions.assumeTrue(TestDatabase.server() instanceof TestServer.PostgreSql, "needs deferred constraints");
        work.sql("CREATE TABLE business (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        assertThatThrownBy(() -> work.acceptAndRun("refused", () -> {
            work.sql("INSERT INTO business VALUES (1)");
            work.sql("INSERT INTO business VALUES (1)");
        })).isInstanceOf(Exception.class);
        assertNothingIsLeftOf("refused");
        assertThat(work.query("SELECT id FROM business")).isEmpty();
    }

    @Test
    void aConnectionThatIsGone() {
        Assumptions.assumeTrue(TestDatabase.server().isServer(), "needs a server");
        assertThatThrownBy(() -> work.acceptAndRun("cut-off", () -> TestDatabase.terminateConnections(getClass())))
                .isInstanceOf(Exception.class);
        assertNothingIsLeftOf("cut-off");
        work.accept("afterwards");
        work.awaitStatus("afterwards", TaskStatus.SUCCEEDED);
    }

    private void assertNothingIsLeftOf(String id) {
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(15)).ignoreExceptions()
                .until(() -> channel.received(id).isEmpty() && work.status(id) == null);
    }
}
