package io.quarkiverse.localtask.it.benchmark.peers;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionOutbox;

import io.quarkiverse.localtask.it.benchmark.Message;

/** gruelbox transaction-outbox: submits to an executor after the commit, and flushes what is stored. */
final class Gruelbox extends JdbcContender {

    /** What the outbox calls later; an interface, since those need no generated class. */
    public interface Delivery {

        void send(String body) throws IOException, InterruptedException;
    }

    /** More than any workload has: what does not fit would wait for the next attempt. */
    private static final int QUEUE = 200_000;
    private static final int FLUSH_BATCH = 4096;
    private static final int STORED_AT_ONCE = 2000;

    /** Longer than the executor needs for a full queue: a flush must not find what is in there. */
    private static final Duration ATTEMPT_FREQUENCY = Duration.ofMinutes(10);

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Sender sender = new Sender();
    private final ExecutorService executor = new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE));
    private final GruelboxTransactions transactions = new GruelboxTransactions(pool);
    private final TransactionOutbox outbox;
    private Thread flusher;
    private volatile boolean delivering;

    Gruelbox() throws SQLException {
        super(THREADS + 1);
        execute("DROP TABLE IF EXISTS txno_outbox, txno_version");
        Delivery delivery = sender::sendAndWait;
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> delivery))
                .submitter(Submitter.withExecutor(executor))
                .attemptFrequency(ATTEMPT_FREQUENCY)
                .flushBatchSize(FLUSH_BATCH)
                .clockProvider(this::clock)
                .build();
    }

    /**
     * It first flushes a message when the frequency has passed once. For one that nobody submits, this is over soon; the
     * library
     * wants it to be in the future.
     */
    private Clock clock() {
        Clock now = Clock.systemDefaultZone();
        return delivering ? now : Clock.offset(now, SOON.minus(ATTEMPT_FREQUENCY));
    }

    @Override
    Runnable insert(Connection connection, String body) throws SQLException {
        Runnable submit = transactions.join(connection, () -> schedule(body));
        return delivering ? submit : () -> {
        };
    }

    private void schedule(String body) {
        try {
            outbox.schedule(Delivery.class).send(body);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("It is only recorded", e);
        }
    }

    @Override
    public void store(int from, int to) throws Exception {
        stop();
        for (int first = from; first < to; first += STORED_AT_ONCE) {
            int start = first;
            int end = Math.min(first + STORED_AT_ONCE, to);
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                transactions.join(connection, () -> {
                    for (int n = start; n < end; n++) {
                        schedule(Message.body(n));
                    }
                });
                connection.commit();
            }
        }
    }

    private void flush() {
        try {
            while (true) {
                while (outbox.flush()) {
                    // there may be more
                }
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (InterruptedException e) {
            // off
        }
    }

    @Override
    public synchronized void deliver() {
        if (!delivering) {
            delivering = true;
            flusher = new Thread(this::flush, "gruelbox-flusher");
            flusher.start();
        }
    }

    private synchronized void stop() throws InterruptedException {
        if (delivering) {
            delivering = false;
            flusher.interrupt();
            flusher.join();
        }
    }

    @Override
    public String settings() {
        return THREADS + " threads and a flusher, each with a connection beside 20; queue of " + QUEUE + "; flushes "
                + FLUSH_BATCH + " in one batch, every second";
    }

    @Override
    public void close() throws Exception {
        stop();
        executor.shutdownNow();
        executor.awaitTermination(1, TimeUnit.MINUTES);
        sender.close();
        pool.close();
    }
}
