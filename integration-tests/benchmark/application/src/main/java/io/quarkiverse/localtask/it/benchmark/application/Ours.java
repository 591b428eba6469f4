package io.quarkiverse.localtask.it.benchmark.application;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.agroal.api.AgroalDataSource;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.benchmark.Contender;
import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.runtime.compensation.EngineStatus;

/** The extension. */
@ApplicationScoped
class Ours implements Contender {

    /* Rows as instances leave them that died before they sent anything: their grace is over. */
    private static final String STORE = """
            INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type, house_number, status,
                                            next_attempt_time, attempts, version, create_time, update_time)
            SELECT to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS-') || i, 'bench', '%s', %s, %s, 'application/json', i %% 64, 0, now(), 0, 0, now(), now()
            FROM generate_series(?, ?) i
            """;

    private static final int PAGE = 50;

    private final BusinessTable business;
    private final LocalTasks tasks;
    private final EngineStatus engine;
    private final AgroalDataSource dataSource;
    private final int destinations;
    private final String destination;
    private CountDownLatch delivery;
    private Future<?> stored;

    /**
     * @param destinations how many partners messages go to in turn
     * @param destination the only one otherwise
     */
    Ours(BusinessTable business, LocalTasks tasks, EngineStatus engine, AgroalDataSource dataSource,
            @ConfigProperty(name = "bench.destinations", defaultValue = "1") int destinations,
            @ConfigProperty(name = "bench.destination", defaultValue = "receiver") String destination) {
        this.business = business;
        this.tasks = tasks;
        this.engine = engine;
        this.dataSource = dataSource;
        this.destinations = destinations;
        this.destination = destination;
    }

    @Override
    @Transactional
    @WithSpan
    public void transaction(int n) throws SQLException {
        business.insert(n);
        tasks.accept(TaskMessage.to(destinations == 1 ? destination : "d" + n % destinations).contentType("application/json")
                .payload(Message.body(n)).build());
    }

    /** The rows are there when their transaction commits, which is how delivery is switched on. */
    @Override
    public void store(int from, int to) throws Exception {
        CountDownLatch commit = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        stored = thread.submit(() -> {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(STORE.formatted(
                            destination.equals("events") ? "mq" : "http",
                            destinations == 1 ? "'" + destination + "'" : "'d' || i % " + destinations,
                            Message.sqlBody()))) {
                connection.setAutoCommit(false);
                statement.setInt(1, from);
                statement.setInt(2, to - 1);
                statement.executeUpdate();
                written.countDown();
                commit.await();
                connection.commit();
                connection.setAutoCommit(true);
            } finally {
                written.countDown();
            }
            return null;
        });
        thread.shutdown();
        written.await();
        if (stored.isDone()) {
            stored.get();
        }
        delivery = commit;
    }

    @Override
    public void deliver() throws Exception {
        if (delivery != null) {
            delivery.countDown();
            stored.get();
            delivery = null;
        }
    }

    @Override
    public double look() {
        tasks.pause(destination);
        engine.oldestWaiting();
        long start = System.nanoTime();
        TaskFilter dead = TaskFilter.status(TaskStatus.DEAD);
        TaskPage first = tasks.list(dead, PAGE, null);
        tasks.list(dead, PAGE, first.next());
        return (System.nanoTime() - start) / 2e6;
    }

    @Override
    public String settings() {
        return "JTA, Agroal, defaults but for what the table names";
    }

    @Override
    public void close() {
        // the extension ends with the application
    }
}
