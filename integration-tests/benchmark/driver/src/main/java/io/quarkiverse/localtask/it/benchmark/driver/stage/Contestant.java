package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A contender that runs, in a process and on a database of its own. */
public final class Contestant extends Jvm {

    private static final Duration REST = Duration.ofSeconds(60);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);
    /** Of one core. What looks into its table now and then is quiet, what compiles is not. */
    private static final double HARDLY_ANY = 0.1;

    private final Kind kind;
    private final Database database;
    private final Receiver receiver;

    Contestant(Kind kind, Path java, Path log, List<String> arguments, Database database, Receiver receiver) {
        super(java, log, arguments);
        this.kind = kind;
        this.database = database;
        this.receiver = receiver;
    }

    public Kind kind() {
        return kind;
    }

    public Database database() {
        return database;
    }

    public Receiver receiver() {
        return receiver;
    }

    /** @return seconds from the first transaction's begin to the last one's commit */
    public double produce(int count, int rate) {
        return Long.parseLong(command("/produce?count=" + count + "&rate=" + rate)) / 1e9;
    }

    public long[] begun() {
        return commandLongs("/begun");
    }

    public long[] committed() {
        return commandLongs("/committed");
    }

    /** @see io.quarkiverse.localtask.it.benchmark.Contender#store(int, int) */
    public void store(int count) {
        command("/store?from=0&to=" + count);
    }

    public void deliver() {
        command("/deliver");
    }

    /** @see io.quarkiverse.localtask.it.benchmark.Contender#look() */
    public double look() {
        return Double.parseDouble(command("/look"));
    }

    public String settings() {
        return command("/settings");
    }

    /** @return the bytes of its heap in use after a full collection */
    public double heapAfterCollection() {
        return Double.parseDouble(command("/collect"));
    }

    public double cpuSeconds() {
        return ProcessTimes.cpuSeconds(pid());
    }

    /**
     * Waits, without load, until the process has nothing to do: the virtual machine has compiled what was worth it.
     *
     * @return whether it had nothing to do from the beginning
     */
    public boolean awaitQuiet() {
        boolean quiet = isQuiet();
        if (!quiet) {
            Await.until(QUIET, this::isQuiet);
        }
        return quiet;
    }

    private boolean isQuiet() {
        double before = cpuSeconds();
        Await.pause(LOOK.toMillis());
        return cpuSeconds() - before < HARDLY_ANY * LOOK.toMillis() / 1e3;
    }

    /**
     * Waits until so many different messages have arrived and no row waits any more.
     *
     * @return whether that was in time
     */
    public boolean awaitDone(int messages, Duration atMost) {
        return awaitDone(messages, atMost, REST);
    }

    /** @param rest how long it may take then until no row waits any more */
    public boolean awaitDone(int messages, Duration atMost, Duration rest) {
        return Await.until(atMost, () -> receiver.counts().distinct() >= messages) && awaitNothingWaits(rest);
    }

    public boolean awaitNothingWaits(Duration atMost) {
        return Await.until(atMost, () -> !database.isTrue(kind.waiting()));
    }

    @Override
    public void close() {
        end();
        database.close();
    }
}
