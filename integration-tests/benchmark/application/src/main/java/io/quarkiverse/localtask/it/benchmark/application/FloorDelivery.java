package io.quarkiverse.localtask.it.benchmark.application;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import jakarta.ws.rs.core.Response;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.it.benchmark.Settings;

/** Sends what it is given, so many at a time, and writes what has arrived, many with one statement. */
final class FloorDelivery implements AutoCloseable {

    /** A stored message on its way. */
    record Waiting(long id, byte[] body) {
    }

    private static final int BATCH = 500;
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(2);

    private final AgroalDataSource dataSource;
    private final FloorClient client;
    private final String url = Settings.receiver().toString();
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore free = new Semaphore(Settings.inFlight());
    private final BlockingQueue<Long> arrived = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    FloorDelivery(AgroalDataSource dataSource, FloorClient client) {
        this.dataSource = dataSource;
        this.client = client;
        start("floor-outcomes", this::writeOutcomes);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    void send(Waiting message) {
        queue.add(message);
        startSome();
    }

    private void startSome() {
        while (!queue.isEmpty() && free.tryAcquire()) {
            Waiting next = queue.poll();
            if (next == null) {
                free.release();
            } else {
                client.post(url, next.body()).subscribe().with(answer -> ended(next, answer), this::failed);
            }
        }
    }

    private void ended(Waiting message, Response answer) {
        if (answer.getStatus() / 100 == 2) {
            arrived.add(message.id());
        }
        free.release();
        startSome();
    }

    /** It is not sent again: the floor has no retries. */
    private void failed(Throwable failure) {
        System.err.println("The floor lost a message: " + failure);
        free.release();
        startSome();
    }

    private void writeOutcomes() {
        String write = Settings.delete() ? "DELETE FROM floor_message WHERE id = ANY (?)"
                : "UPDATE floor_message SET status = 2, attempts = 1, update_time = statement_timestamp() WHERE id = ANY (?)";
        try (Connection connection = dataSource.getConnection();
                Statement session = connection.createStatement();
                PreparedStatement statement = connection.prepareStatement(write)) {
            session.execute("SET synchronous_commit = off");
            List<Long> group = new ArrayList<>();
            while (!closed) {
                Long first = arrived.poll(100, TimeUnit.MILLISECONDS);
                if (first == null) {
                    continue;
                }
                group.add(first);
                long end = System.nanoTime() + LONGEST_WAIT;
                while (group.size() < BATCH && end - System.nanoTime() > 0) {
                    if (arrived.drainTo(group, BATCH - group.size()) == 0) {
                        LockSupport.parkNanos(200_000);
                    }
                }
                statement.setArray(1, connection.createArrayOf("int8", group.toArray()));
                statement.executeUpdate();
                group.clear();
            }
        } catch (SQLException e) {
            e.printStackTrace();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends what was stored, from the smallest id on, and reads ahead while that is under way. */
    void scan() {
        start("floor-scan", () -> {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(
                            "SELECT id, payload FROM floor_message WHERE status = 0 AND id > ? ORDER BY id LIMIT " + BATCH)) {
                long last = 0;
                for (int found = BATCH; found == BATCH && !closed;) {
                    found = 0;
                    statement.setLong(1, last);
                    try (ResultSet row = statement.executeQuery()) {
                        for (; row.next(); found++) {
                            last = row.getLong(1);
                            send(new Waiting(last, row.getString(2).getBytes(StandardCharsets.UTF_8)));
                        }
                    }
                    while (queue.size() > 2 * BATCH) {
                        LockSupport.parkNanos(200_000);
                    }
                }
            } catch (SQLException e) {
                e.printStackTrace();
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
