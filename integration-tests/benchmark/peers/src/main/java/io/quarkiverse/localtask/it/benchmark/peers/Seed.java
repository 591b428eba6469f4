package io.quarkiverse.localtask.it.benchmark.peers;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.quarkiverse.localtask.it.benchmark.Message;

/**
 * The algorithm of the component that the extension comes from: a first notify after the commit, one UPDATE for each row, and
 * groups of houses that each scan from a cursor, one row after the other. In its favour: the row is in the caller's
 * transaction, the first notify has many threads, each house is a group, and a full batch is followed by the next at once.
 */
final class Seed extends JdbcContender {

    private static final int HOUSES = 10;
    private static final int LIMIT = 100;
    private static final long STEADY_DELAY_MILLIS = 5000;
    private static final long STORED_DELAY_MILLIS = 50;
    private static final int STORED_AT_ONCE = 10_000;

    private static final int NOTIFIED = 2;
    private static final int FAILED = 3;

    private static final String INSERT = "INSERT INTO seed_task"
            + " (task_id, task_name, notify_type, notify_config, status, parameter_json, house_number)";
    private static final String CONFIG = "{\"http\":{\"method\":\"POST\",\"contentType\":\"application/json\"}}";

    private record Row(long id, String taskId, String body) {
    }

    private final Sender sender = new Sender();
    private final AtomicLong taskIds = new AtomicLong();
    private ExecutorService firstNotify;
    private ScheduledThreadPoolExecutor scans;
    private volatile long scanDelayMillis = STEADY_DELAY_MILLIS;
    private volatile boolean delivering;

    Seed() throws SQLException {
        super(THREADS + HOUSES);
        execute("DROP TABLE IF EXISTS seed_task",
                "CREATE TABLE seed_task (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, task_id varchar(64) NOT NULL UNIQUE,"
                        + " task_name varchar(255) NOT NULL, notify_type varchar(32) NOT NULL, notify_config text,"
                        + " status int NOT NULL, parameter_json json, house_number int NOT NULL,"
                        + " create_time timestamp NOT NULL DEFAULT now(), update_time timestamp NOT NULL DEFAULT now())",
                "CREATE INDEX seed_task_house ON seed_task (house_number, status)",
                "CREATE INDEX seed_task_status ON seed_task (status)",
                "CREATE INDEX seed_task_notify_type ON seed_task (notify_type)",
                "CREATE INDEX seed_task_create_time ON seed_task (create_time)");
    }

    @Override
    Runnable insert(Connection connection, String body) throws SQLException {
        long number = taskIds.incrementAndGet();
        String taskId = Long.toString(number);
        try (PreparedStatement insert = connection
                .prepareStatement(INSERT + " VALUES (?, 'benchmark', 'http', ?, 0, ?::json, ?)")) {
            insert.setString(1, taskId);
            insert.setString(2, CONFIG);
            insert.setString(3, body);
            insert.setInt(4, (int) (number % HOUSES));
            insert.executeUpdate();
        }
        return () -> {
            if (delivering) {
                firstNotify.execute(() -> send(taskId, body));
            }
        };
    }

    /** @return whether the receiver took it */
    private boolean send(String taskId, String body) {
        int status = NOTIFIED;
        try {
            sender.sendAndWait(body);
        } catch (IOException e) {
            status = FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement update = connection
                        .prepareStatement("UPDATE seed_task SET status = ?, update_time = now() WHERE task_id = ?")) {
            update.setInt(1, status);
            update.setString(2, taskId);
            update.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return status == NOTIFIED;
    }

    /** The houses of one group: where its scan goes on. */
    private final class Group {

        private final int house;
        private long cursor;

        Group(int house) {
            this.house = house;
        }

        void run() {
            try {
                int found;
                do {
                    found = scan();
                } while (found == LIMIT && delivering);
                if (found == 0) {
                    scanDelayMillis = STEADY_DELAY_MILLIS;
                }
            } catch (RuntimeException e) {
                // the next scan begins where this one did
                e.printStackTrace();
            }
            if (delivering) {
                scans.schedule(this::run, scanDelayMillis, TimeUnit.MILLISECONDS);
            }
        }

        /** @return how many it sent; 0 if one failed, and then the cursor stays */
        private int scan() {
            List<Row> rows = select();
            for (Row row : rows) {
                if (!delivering || !send(row.taskId, row.body)) {
                    return 0;
                }
            }
            if (!rows.isEmpty()) {
                cursor = rows.get(rows.size() - 1).id;
            }
            return rows.size();
        }

        private List<Row> select() {
            List<Row> rows = new ArrayList<>(LIMIT);
            try (Connection connection = pool.getConnection();
                    PreparedStatement select = connection.prepareStatement("SELECT id, task_id, task_name, notify_type,"
                            + " notify_config, status, parameter_json, house_number, create_time, update_time FROM seed_task"
                            + " WHERE id >= ? AND house_number IN (?) AND status IN (0, 3) ORDER BY id LIMIT ?")) {
                select.setLong(1, cursor);
                select.setInt(2, house);
                select.setInt(3, LIMIT);
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        rows.add(new Row(found.getLong("id"), found.getString("task_id"), found.getString("parameter_json")));
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return rows;
        }
    }

    @Override
    public void store(int from, int to) throws Exception {
        stop();
        for (int first = from; first < to; first += STORED_AT_ONCE) {
            int count = Math.min(STORED_AT_ONCE, to - first);
            long number = taskIds.getAndAdd(count) + 1;
            execute(INSERT + " SELECT (i + " + (number - first) + ")::text, 'benchmark', 'http', '" + CONFIG + "', 0, ("
                    + Message.sqlBody() + ")::json, i % " + HOUSES
                    + " FROM generate_series(" + first + ", " + (first + count - 1) + ") i ORDER BY i");
        }
        scanDelayMillis = STORED_DELAY_MILLIS;
    }

    @Override
    public synchronized void deliver() {
        if (!delivering) {
            firstNotify = Executors.newFixedThreadPool(THREADS);
            scans = new ScheduledThreadPoolExecutor(HOUSES);
            scans.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            delivering = true;
            for (int house = 0; house < HOUSES; house++) {
                scans.execute(new Group(house)::run);
            }
        }
    }

    private synchronized void stop() throws InterruptedException {
        if (delivering) {
            delivering = false;
            scans.shutdown();
            firstNotify.shutdown();
            scans.awaitTermination(1, TimeUnit.MINUTES);
            firstNotify.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    @Override
    public String settings() {
        return THREADS + " threads for the first notify, " + HOUSES + " groups of one house, each with a connection beside 20;"
                + " scans " + LIMIT + " rows, every 5 s, or 50 ms while it finds stored ones";
    }

    @Override
    public void close() throws Exception {
        if (delivering) {
            firstNotify.shutdownNow();
        }
        stop();
        sender.close();
        pool.close();
    }
}
