package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Connections are cut again and again while business transactions, outcomes and scans use them. */
class FlappingConnectionsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(FlappingConnectionsTest.class,
            Map.of("quarkus.datasource.jdbc.background-validation-interval", "1s"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void loseNoCommittedTaskAndSendNoOther() throws Exception {
        Assumptions.assumeTrue(TestDatabase.server().isServer(), "needs a server");
        Set<String> committed = ConcurrentHashMap.newKeySet();
        Set<String> failed = ConcurrentHashMap.newKeySet();
        long end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int business = i;
            threads.add(start(() -> {
                for (int n = 0; end - System.nanoTime() > 0; n++) {
                    String id = business + "-" + n;
                    try {
                        work.accept(id);
                        committed.add(id);
                    } catch (RuntimeException e) {
                        failed.add(id);
                    }
                }
            }));
        }
        threads.add(start(() -> {
            while (end - System.nanoTime() > 0) {
                TestDatabase.terminateConnections(getClass());
                Awaitility.await().pollDelay(Duration.ofMillis(150)).until(() -> true);
            }
        }));
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failed).isNotEmpty();
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions()
                .until(() -> work.count("status <> 2") == 0);
        Set<Object> written = Set.copyOf(work.query("SELECT task_id FROM local_task_message"));
        assertThat(written).as("no committed task is lost").containsAll(committed);
        // a commit whose answer was lost has failed for the caller, and may have happened
        assertThat(Set.<Object> copyOf(channel.ids())).as("what is in the table is what was sent").isEqualTo(written);
        assertThat(channel.ids()).hasSizeLessThan(written.size() + written.size() / 10 + 10);
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setContextClassLoader(FlappingConnectionsTest.class.getClassLoader());
        thread.start();
        return thread;
    }
}
