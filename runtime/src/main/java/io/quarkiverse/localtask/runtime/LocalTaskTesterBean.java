package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.LocalTaskEngine.Parts;
import io.quarkiverse.localtask.runtime.channel.memory.MemoryTaskChannel;
import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.store.SqlFunction;
import io.quarkiverse.localtask.runtime.store.TaskStores;
import io.quarkiverse.localtask.runtime.store.TestedTable;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.smallrye.common.annotation.Identifier;

/**
 * A bean in launch mode TEST only. It works on threads of its own: the test's may have a transaction, whose connection
 * background
 * work must not get.
 */
@Singleton
class LocalTaskTesterBean implements LocalTaskTester {

    private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);
    private static final Duration LONGEST_RESET = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 5;
    private static final int MAX_LISTED = 20;

    private final LocalTaskEngine engine;
    private final TaskTable table;
    private final TestedTable tested;
    private final Settings settings;
    private final MemoryTaskChannel memory;

    LocalTaskTesterBean(LocalTaskEngine engine, TaskTable table, TaskDataSource source, Settings settings,
            @Identifier(Destination.MEMORY) MemoryTaskChannel memory) {
        this.engine = engine;
        this.table = table;
        this.tested = TaskStores.forTests(source.dbKind(), settings.run().tableName());
        this.settings = settings;
        this.memory = memory;
    }

    @Override
    public void awaitIdle(Duration timeout) {
        Parts running = running();
        if (!aside(() -> awaitRest(running, deadline(timeout)))) {
            throw notIdle(running, "Not idle after " + readable(timeout));
        }
    }

    @Override
    public void scanNow() {
        Parts running = running();
        long deadline = deadline(LONGEST_ROUND);
        if (!aside(() -> round(running, deadline))) {
            throw notIdle(running, "The scan is not over after " + readable(LONGEST_ROUND));
        }
    }

    @Override
    public void retryNow() {
        Parts running = running();
        long deadline = deadline(LONGEST_ROUND);
        boolean done = aside(() -> {
            if (!awaitParts(running, deadline)) {
                return false;
            }
            requireTable();
            change(tested::makeDue);
            return round(running, deadline);
        });
        if (!done) {
            throw notIdle(running, "The retries are not over after " + readable(LONGEST_ROUND));
        }
    }

    @Override
    public List<SentMessage> sent() {
        return memory.sent();
    }

    @Override
    public List<SentMessage> sent(String destination) {
        requireMemory(destination);
        return memory.sent(destination);
    }

    @Override
    public void failNext(String destination, int attempts, Outcome outcome) {
        requireMemory(destination);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + ": it must be at least 1");
        }
        if (Objects.requireNonNull(outcome, "outcome") instanceof Outcome.Succeeded) {
            throw new IllegalArgumentException("outcome is a success, which is how an attempt ends anyway:"
                    + " give Outcome.failed(...) or Outcome.rejected(...)");
        }
        memory.failNext(destination, attempts, outcome);
    }

    @Override
    public void reset() {
        Parts running = engine.parts();
        long deadline = deadline(LONGEST_RESET);
        boolean done = aside(() -> {
            if (running != null && !awaitParts(running, deadline)) {
                return false;
            }
            requireTable();
            change(tested::deleteAll);
            return true;
        });
        if (!done) {
            throw notIdle(running, "No reset, as tasks are still under way after " + readable(LONGEST_RESET));
        }
        memory.reset();
    }

    private Parts running() {
        Parts running = engine.parts();
        if (running == null) {
            throw new IllegalStateException("This instance sends nothing: quarkus.local-task.active=false."
                    + " Remove that for tests that wait for tasks or scan");
        }
        return running;
    }

    private void requireTable() {
        if (!table.isValid()) {
            throw new IllegalStateException("The task table of " + table.describe()
                    + " cannot be used; the log says what is wrong with it");
        }
    }

    private boolean round(Parts running, long deadline) throws SQLException, InterruptedException {
        requireTable();
        return running.compensation().manualRound().run(deadline) && awaitParts(running, deadline);
    }

    private boolean awaitRest(Parts running, long deadline) throws SQLException, InterruptedException {
        requireTable();
        while (true) {
            // a scan may have taken what was due between the looks at the table and at the parts: hence both sides
            if (awaitParts(running, deadline)
                    && table.database().inTurn(connection -> tested.toDo(connection, 1)).stream()
                            .noneMatch(TestedTable.ToDo::due)
                    && running.areIdle()) {
                return true;
            }
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private static boolean awaitParts(Parts running, long deadline) throws InterruptedException {
        while (!running.areIdle()) {
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return true;
    }

    private void requireMemory(String destination) {
        Objects.requireNonNull(destination, "destination");
        boolean isUrl = destination.contains("://");
        Destination known = isUrl ? settings.adHoc().get(AdHocDestinations.ofHost(""))
                : settings.destinations().getOrDefault(destination, settings.adHoc().get(destination));
        if (known != null && known.channel().equals(Destination.MEMORY)) {
            return;
        }
        if (known == null) {
            Set<String> all = new TreeSet<>(settings.destinations().keySet());
            throw new IllegalArgumentException("There is no destination '" + destination + "': known are " + all
                    + "; for an ad hoc message give its URL, or mq: and the messaging channel");
        }
        boolean adHoc = isUrl || !settings.destinations().containsKey(destination);
        throw new IllegalArgumentException("Destination '" + destination + "' has the channel " + known.channel()
                + ", which neither records nor fails on demand: set %test."
                + (adHoc ? PropertyNames.PREFIX + "ad-hoc.channel" : PropertyNames.ofDestination(destination, "channel"))
                + "=memory");
    }

    private AssertionError notIdle(Parts running, String rule) {
        List<String> counts = new ArrayList<>();
        long waiting = running.dispatcher().waiting();
        if (waiting > 0) {
            counts.add(Names.count(waiting, "task waits in memory or is under way", "tasks wait in memory or are under way"));
        }
        long pending = running.outcomes().pending();
        if (pending > 0) {
            counts.add(Names.count(pending, "outcome waits to be written", "outcomes wait to be written"));
        }
        StringBuilder text = new StringBuilder(rule).append(counts.isEmpty() ? "." : ": " + String.join(", ", counts) + ".");
        List<TestedTable.ToDo> rows = aside(
                () -> table.database().inTurn(connection -> tested.toDo(connection, MAX_LISTED + 1)));
        rows.stream().limit(MAX_LISTED).forEach(row -> text.append("\n  - ").append(describe(row)));
        if (rows.size() > MAX_LISTED) {
            text.append("\n  - and more");
        }
        if (rows.stream().anyMatch(TestedTable.ToDo::due)) {
            text.append("\nWhat is due waits for the next scan of its shard: call scanNow(), or wait longer."
                    + " Only an instance that knows the destination takes it.");
        }
        return new AssertionError(text.toString());
    }

    private static String describe(TestedTable.ToDo row) {
        var task = row.task();
        return "task '" + task.taskId() + "' (" + task.name() + ") to destination '" + task.destination() + "': "
                + task.status() + (row.due() ? ", due" : ", leased until " + task.nextAttemptTime()) + ", attempts counted: "
                + task.attempts() + (task.lastError() == null ? "" : ", last error: " + task.lastError());
    }

    @FunctionalInterface
    private interface Change {
        void on(Connection connection) throws SQLException;
    }

    private void change(Change change) throws SQLException {
        SqlFunction<Connection, Void> work = connection -> {
            change.on(connection);
            return null;
        };
        table.database().inTurn(work);
    }

    private static <T> T aside(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "local-task-tester");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for tasks", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException("The task table cannot be used: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private static long deadline(Duration timeout) {
        return System.nanoTime() + timeout.toNanos();
    }

    private static String readable(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
