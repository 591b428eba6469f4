package io.quarkiverse.localtask.it.benchmark.peers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.it.benchmark.Settings;
import io.vertx.core.AsyncResult;

/**
 * The limit of the technique, and no product: one INSERT in the business transaction, a hand-over in memory, asynchronous
 * requests, outcomes written in groups, and a scan by id for the rest. It knows one instance, no retry policy and no JTA.
 */
final class BareFloor extends JdbcContender {

    /** How many outcomes one statement writes, and how long the first one waits for others. */
    private static final int GROUP = 500;
    private static final long GROUP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How many stored messages one scan reads, and the pause after a scan that came to the end. */
    private static final int BATCH = 2000;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How often a scanner that waits looks whether there is room. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int STORED_AT_ONCE = 10_000;

    private record Row(long id, String body) {
    }

    private final boolean delete = Settings.delete();
    private final Sender sender = new Sender();
    private final BlockingQueue<Row> queue = new LinkedBlockingQueue<>();
    private final Semaphore free = new Semaphore(Settings.inFlight());
    private final BlockingQueue<Long> sent = new LinkedBlockingQueue<>();

    /** Ids that a scan must pass over: about to be committed, queued, under way, or only just finished. */
    private final Set<Long> known = ConcurrentHashMap.newKeySet();

    /**
     * Ids whose outcome is committed. They leave {@link #known} between two scans and not before, since a scan that runs may
     * still see them as they were.
     */
    private final Queue<Long> finished = new ConcurrentLinkedQueue<>();

    private final Thread writer = new Thread(this::write, "bare-floor-writer");
    private Thread scanner;
    private volatile boolean delivering;

    BareFloor() throws SQLException {
        super(0);
        execute("DROP TABLE IF EXISTS bare_floor",
                "CREATE TABLE bare_floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, destination varchar(100) NOT NULL,"
                        + " payload text NOT NULL, status smallint NOT NULL DEFAULT 0)");
        if (!delete) {
            execute("CREATE INDEX bare_floor_waiting ON bare_floor (id) WHERE status = 0");
        }
        writer.start();
    }

    @Override
    Runnable insert(Connection connection, String body) throws SQLException {
        try (PreparedStatement insert = connection
                .prepareStatement("INSERT INTO bare_floor (destination, payload) VALUES ('receiver', ?) RETURNING id")) {
            insert.setString(1, body);
            try (ResultSet inserted = insert.executeQuery()) {
                inserted.next();
                long id = inserted.getLong(1);
                if (!delivering) {
                    return () -> {
                    };
                }
                known.add(id);
                return () -> offer(new Row(id, body));
            }
        }
    }

    private void offer(Row row) {
        queue.add(row);
        send();
    }

    /** Sends as many of the queue as may be under way. */
    private void send() {
        while (free.tryAcquire()) {
            Row row = queue.poll();
            if (row != null) {
                sender.send(row.body).onComplete(outcome -> end(row, outcome));
            } else {
                free.release();
                // one that came since the poll found nobody free
                if (queue.isEmpty()) {
                    return;
                }
            }
        }
    }

    private void end(Row row, AsyncResult<Void> outcome) {
        free.release();
        // a failed one is for a later scan
        (outcome.succeeded() ? sent : finished).add(row.id);
        send();
    }

    /** Writes outcomes in groups. None is lost that matters if the server dies before it is on its disk: it is sent again. */
    private void write() {
        String sql = delete ? "DELETE FROM bare_floor WHERE id = ANY (?)"
                : "UPDATE bare_floor SET status = 2 WHERE id = ANY (?)";
        List<Long> group = new ArrayList<>(GROUP);
        try (Connection connection = connect()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET synchronous_commit = off");
            }
            try (PreparedStatement finish = connection.prepareStatement(sql)) {
                while (true) {
                    collect(group);
                    finish.setArray(1, connection.createArrayOf("bigint", group.toArray()));
                    finish.executeUpdate();
                    finished.addAll(group);
                    group.clear();
                }
            }
        } catch (InterruptedException e) {
            // closed
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void collect(List<Long> group) throws InterruptedException {
        group.add(sent.take());
        long end = System.nanoTime() + GROUP_NANOS;
        while (group.size() < GROUP) {
            if (sent.drainTo(group, GROUP - group.size()) == 0) {
                Long next = sent.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    return;
                }
                group.add(next);
            }
        }
    }

    /** Finds what is stored: the next batch is read while the last one is sent. */
    private void scan() {
        try (Connection connection = connect();
                PreparedStatement select = connection.prepareStatement("SELECT id, payload FROM bare_floor"
                        + " WHERE status = 0 AND id > ? ORDER BY id LIMIT " + BATCH)) {
            long last = 0;
            while (true) {
                forgetFinished();
                while (queue.size() > BATCH) {
                    TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
                    forgetFinished();
                }
                select.setLong(1, last);
                int found = 0;
                try (ResultSet rows = select.executeQuery()) {
                    for (; rows.next(); found++) {
                        last = rows.getLong(1);
                        if (known.add(last)) {
                            offer(new Row(last, rows.getString(2)));
                        }
                    }
                }
                if (found < BATCH) {
                    last = 0;
                    TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
                }
            }
        } catch (InterruptedException e) {
            // off
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void forgetFinished() {
        for (Long id = finished.poll(); id != null; id = finished.poll()) {
            known.remove(id);
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(Settings.jdbcUrl(), Settings.user(), null);
    }

    @Override
    public void store(int from, int to) throws Exception {
        stop();
        for (int first = from; first < to; first += STORED_AT_ONCE) {
            execute("INSERT INTO bare_floor (destination, payload) SELECT 'receiver', " + Message.sqlBody()
                    + " FROM generate_series(" + first + ", " + (Math.min(first + STORED_AT_ONCE, to) - 1) + ") i ORDER BY i");
        }
    }

    @Override
    public synchronized void deliver() {
        if (!delivering) {
            delivering = true;
            scanner = new Thread(this::scan, "bare-floor-scanner");
            scanner.start();
        }
    }

    private synchronized void stop() throws InterruptedException {
        if (delivering) {
            delivering = false;
            scanner.interrupt();
            scanner.join();
        }
    }

    @Override
    public String settings() {
        return "JDBC, " + pool.getMaximumPoolSize() + " connections and 2; up to " + Settings.inFlight()
                + " requests under way; "
                + (delete ? "deletes" : "marks") + " up to " + GROUP + " in one statement, after 2 ms at most,"
                + " with synchronous_commit off; scans " + BATCH + " rows, every 5 s";
    }

    @Override
    public void close() throws Exception {
        stop();
        queue.clear();
        sender.close();
        writer.interrupt();
        writer.join();
        pool.close();
    }
}
