package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.Attempts;
import io.quarkiverse.localtask.runtime.delivery.Channel;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.GivenOutcomes;
import io.quarkiverse.localtask.runtime.delivery.GivenQueue;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.ClaimedTask;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.smallrye.mutiny.Uni;

/** A backlog in the fresh lane is claimed as room comes; lanes that were seen to be empty are not asked for with each batch. */
class BacklogCostsNoLooksAtOtherLanesTest {

    private static final int SLOTS = 8;

    private final Destination busy = destination("busy");
    private final Destination other = destination("other");
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK,
            new GivenOutcomes(Duration.ZERO, 1_000), 100, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private final Dispatcher dispatcher = new Dispatcher(List.of(busy, other),
            any -> new Channel.Direct(delivery -> Uni.createFrom().nothing()), new GivenQueue(1, 1, 1_000, 1), attempts,
            outcomes, DeliveryListener.NONE);
    private final Map<Long, Candidate> fresh = new TreeMap<>();
    private final Set<Long> locked = new HashSet<>();
    private final List<Candidate> moved = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final ShardScan scan = new ShardScan(
            new Shard("all", new int[] { 0 }, false, Optional.empty(), Optional.of(Duration.ofSeconds(1)), 100, true),
            1, Duration.ofMinutes(1), new Database(proxy(DataSource.class, this::pool), 1, Duration.ofSeconds(1)),
            proxy(TaskStore.class, this::store), dispatcher, outcomes,
            new Claims(new Database(proxy(DataSource.class, this::pool), 1, Duration.ofSeconds(1)),
                    proxy(TaskStore.class, this::store), dispatcher, outcomes, Duration.ofMinutes(2)),
            new SuspectGate(), new LateHeads(Duration.ofMinutes(1), System::nanoTime));

    @BeforeEach
    void start() {
        dispatcher.start(room -> {
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
        attempts.stop();
    }

    @Test
    void onlyTheFirstBatchLooksEverywhere() throws Exception {
        backlog("busy", 1, 100);
        scan.startLook();
        assertThat(pass()).as("as many as there are slots").isEqualTo(SLOTS);
        dispatcher.releaseClaims("busy", SLOTS);
        pass();
        assertThat(asked).contains("retries of busy", "retries of other", "suspects");
        asked.clear();
        dispatcher.releaseClaims("busy", SLOTS);

        assertThat(pass()).isEqualTo(SLOTS);
        assertThat(asked).as("then only the lane with the backlog").containsOnly("fresh");

        asked.clear();
        scan.startLook();
        dispatcher.releaseClaims("busy", SLOTS);
        pass();
        assertThat(asked).as("until the next look").contains("retries of other", "suspects");
    }

    @Test
    void aBacklogIsNotSeenToItsEndBecauseItWasRead() throws Exception {
        backlog("busy", 1, SLOTS + 3);
        scan.startLook();
        assertThat(pass()).isEqualTo(SLOTS);
        dispatcher.releaseClaims("busy", SLOTS);
        assertThat(pass()).as("those for which there was no room").isEqualTo(3);
        dispatcher.releaseClaims("busy", 3);
        asked.clear();
        pass();
        assertThat(asked).as("nothing is left to see").isEmpty();
    }

    @Test
    void rowsOfABusyDestinationStayInPlace() throws Exception {
        backlog("busy", 1, 100);
        scan.startLook();
        pass();
        pass();
        assertThat(moved).as("put into the retry lane, which writes each row once more").isEmpty();
    }

    @Test
    void butMakeWayWhenItTurnsOutToBeSlow() throws Exception {
        backlog("busy", 1, 50);
        backlog("other", 51, 51);
        scan.startLook();
        pass();
        await("a second without an answer").atMost(Duration.ofSeconds(20)).until(() -> pass() > 0);
        assertThat(moved).as("put into the retry lane").hasSize(50 - SLOTS);
        assertThat(fresh).as("and the one behind them is claimed").isEmpty();
    }

    @Test
    void lockedRowsHideNobody() throws Exception {
        backlog("busy", 1, 100);
        fresh.keySet().forEach(locked::add);
        backlog("busy", 101, 101);
        scan.startLook();
        assertThat(pass()).as("the one behind them").isEqualTo(1);
    }

    private int pass() throws Exception {
        return scan.pass(() -> {
        }).moved();
    }

    private void backlog(String destination, long from, long to) {
        for (long id = from; id <= to; id++) {
            fresh.put(id, new Candidate(id, 0, "t" + id, "name", destination, 0, TaskStatus.PENDING, 0, null, true));
        }
    }

    private static Destination destination(String name) {
        return new Destination(name, "test", null, "POST", Map.of(), Optional.empty(), Duration.ofMinutes(1), SLOTS,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
    }

    /** The table: a fresh lane, nothing else. */
    @SuppressWarnings("unchecked")
    private Object store(String method, Object[] arguments) {
        switch (method) {
            case "now":
                return Instant.EPOCH;
            case "fresh":
                asked.add("fresh");
                return fresh.values().stream().filter(row -> row.id() > ((long[]) arguments[2])[0])
                        .limit((int) arguments[3] + 1).toList();
            case "retries":
                asked.add("retries of " + arguments[3]);
                return List.of();
            case "suspects":
                asked.add("suspects");
                return List.of();
            case "claim":
                List<Candidate> rows = ((List<Candidate>) arguments[1]).stream().filter(row -> !locked.contains(row.id()))
                        .toList();
                rows.forEach(row -> fresh.remove(row.id()));
                return rows.stream().map(row -> new ClaimedTask(row.id(), row.taskId(), row.name(), row.destination(), null, "",
                        "text/plain", 1, 1, null, Duration.ZERO)).toList();
            case "moveToRetryLane":
                moved.addAll((List<Candidate>) arguments[1]);
                moved.forEach(row -> fresh.remove(row.id()));
                return moved.stream().map(Candidate::id).collect(Collectors.toSet());
            default:
                throw new IllegalArgumentException(method);
        }
    }

    private Object pool(String method, Object[] arguments) {
        return proxy(Connection.class, (operation, unused) -> switch (operation) {
            case "getAutoCommit" -> (Object) true;
            case "getNetworkTimeout" -> (Object) 0;
            case "getTransactionIsolation" -> (Object) Connection.TRANSACTION_READ_COMMITTED;
            case "getMetaData" -> proxy(DatabaseMetaData.class, (name, none) -> "PostgreSQL");
            default -> null;
        });
    }

    private interface Call {
        Object of(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (self, method, arguments) -> call.of(method.getName(), arguments)));
    }
}
