package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.RowOutcome;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.spi.Outcome;

/** The outcome writer against a table with one row: nothing it was given is dropped, whatever happens beside. */
class OutcomesAreWrittenAndToldTest {

    private final List<Object> events = new CopyOnWriteArrayList<>();

    /** After a restore an id comes again while the outcome of its earlier task still waits to be written. */
    @Test
    void theEarlierOneComesToNothingAndTheLaterOneIsNotDropped() throws Exception {
        writeAll(List.of("before", "after"), DeliveryListener.NONE);
    }

    @Test
    void aListenerThatFailsDoesNotMakeAWrittenOutcomeLookUnwritten() throws Exception {
        writeAll(List.of("after"), new DeliveryListener() {

            @Override
            public void delivered(Destination destination, long age) {
                throw new IllegalStateException("delivered");
            }

            @Override
            public void groupWritten(int outcomes) {
                throw new IllegalStateException("groupWritten");
            }
        });
    }

    private void writeAll(List<String> taskIds, DeliveryListener listener) throws Exception {
        OutcomeWriter writer = new OutcomeWriter(database(), store("after"), Completion.MARK,
                new GivenOutcomes(Duration.ofMillis(50), 100), 8, events::add, listener);
        for (String taskId : taskIds) {
            assertThat(writer.tryReserve()).isTrue();
            writer.add(task(taskId), Outcome.succeeded());
        }
        writer.start(() -> {
        }, () -> {
        });
        await().atMost(Duration.ofSeconds(10)).until(writer::isIdle);
        writer.stop(System.nanoTime());
        assertThat(events).singleElement().isEqualTo(new TaskSucceeded("after", "name", "partner", 1));
        assertThat(writer.pending()).isZero();
    }

    private static TaskInHand task(String taskId) {
        Destination destination = new Destination("partner", "test", null, "POST", Map.of(), Optional.empty(),
                Duration.ofMinutes(1), 4, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
        return TaskInHand.fresh(7, taskId, "name", destination, new byte[0], "text/plain", Map.of(), Map.of(),
                System.nanoTime() + Duration.ofHours(1).toNanos(), new Origin(0, null));
    }

    private static Database database() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:");
        return new Database(dataSource, 1, Duration.ofSeconds(5));
    }

    /** Has one row, with the id that all have, of this task. */
    private static TaskStore store(String taskId) {
        return (TaskStore) Proxy.newProxyInstance(TaskStore.class.getClassLoader(), new Class<?>[] { TaskStore.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "write" -> matching(taskId, arguments[1]);
                    case "stillOpen" -> Set.of();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Set<Long> matching(String taskId, Object outcomes) {
        return ((List<?>) outcomes).stream().map(RowOutcome.class::cast).filter(row -> row.taskId().equals(taskId))
                .map(RowOutcome::id).collect(Collectors.toSet());
    }
}
