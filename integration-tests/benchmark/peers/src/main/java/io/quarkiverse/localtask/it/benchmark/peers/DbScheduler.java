package io.quarkiverse.localtask.it.benchmark.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;

import io.quarkiverse.localtask.it.benchmark.Message;

/** db-scheduler: one-time tasks, locked when they are fetched; it looks for them after each commit. */
final class DbScheduler extends JdbcContender {

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * What its documentation has for high throughput: fetch when fewer wait than there are threads, up to four times as many.
     */
    private static final double FETCH_BELOW = 1.0;
    private static final double FETCH_UP_TO = 4.0;

    private static final int STORED_AT_ONCE = 2000;

    private final Sender sender = new Sender();
    private final AtomicLong instances = new AtomicLong();
    private final CallerDataSource caller = new CallerDataSource();
    private final OneTimeTask<String> task = Tasks.oneTime("deliver", String.class)
            .execute((instance, context) -> send(instance.getData()));
    private final SchedulerClient client;
    private final Scheduler scheduler;
    private boolean started;
    private volatile boolean delivering;

    DbScheduler() throws SQLException {
        super(THREADS + 2);
        execute("DROP TABLE IF EXISTS scheduled_tasks",
                "CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,"
                        + " execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,"
                        + " last_success timestamptz, last_failure timestamptz, consecutive_failures int,"
                        + " last_heartbeat timestamptz, version bigint NOT NULL, priority smallint,"
                        + " PRIMARY KEY (task_name, task_instance))",
                // without the index on priorities, which are off
                "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
                "CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
        JdbcCustomization postgreSql = new PostgreSqlJdbcCustomization(false, false);
        Serializer text = new Text();
        client = SchedulerClient.Builder.create(caller.dataSource(), task)
                .jdbcCustomization(postgreSql)
                .serializer(text)
                .build();
        scheduler = Scheduler.create(pool, task)
                .jdbcCustomization(postgreSql)
                .serializer(text)
                .schedulerName(new SchedulerName.Fixed("benchmark"))
                .threads(THREADS)
                .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
                .pollingInterval(POLL)
                .shutdownMaxWait(Duration.ofSeconds(10))
                .build();
    }

    private void send(String body) {
        try {
            sender.sendAndWait(body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    Runnable insert(Connection connection, String body) {
        schedule(connection, List.of(instance(body)));
        return delivering ? scheduler::triggerCheckForDueExecutions : () -> {
        };
    }

    private TaskInstance<String> instance(String body) {
        return task.instance(Long.toString(instances.incrementAndGet()), body);
    }

    /** Also for one instance a batch, since otherwise it looks first whether there is one already. */
    private void schedule(Connection connection, List<TaskInstance<?>> batch) {
        caller.with(connection, () -> client.scheduleBatch(batch, Instant.now()));
    }

    @Override
    public void store(int from, int to) throws Exception {
        stop();
        for (int first = from; first < to; first += STORED_AT_ONCE) {
            List<TaskInstance<?>> batch = new ArrayList<>(STORED_AT_ONCE);
            for (int n = first; n < Math.min(first + STORED_AT_ONCE, to); n++) {
                batch.add(instance(Message.body(n)));
            }
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                schedule(connection, batch);
                connection.commit();
            }
        }
    }

    @Override
    public synchronized void deliver() {
        if (!started) {
            started = true;
            scheduler.start();
        } else {
            scheduler.resume();
        }
        delivering = true;
        scheduler.triggerCheckForDueExecutions();
    }

    private synchronized void stop() throws InterruptedException {
        if (delivering) {
            delivering = false;
            scheduler.pause();
            // a check that has begun ends
            Thread.sleep(POLL.toMillis());
        }
    }

    @Override
    public String settings() {
        return THREADS + " threads, each with a connection beside 22; lock and fetch (" + FETCH_BELOW + ", " + FETCH_UP_TO
                + "), every " + POLL.toMillis() + " ms and after each commit";
    }

    @Override
    public void close() {
        scheduler.stop();
        sender.close();
        pool.close();
    }

    /** Data as text, which is what it would be with JSON. */
    private static final class Text implements Serializer {

        @Override
        public byte[] serialize(Object data) {
            return data == null ? null : data.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] data) {
            return data == null ? null : type.cast(new String(data, StandardCharsets.UTF_8));
        }
    }
}
