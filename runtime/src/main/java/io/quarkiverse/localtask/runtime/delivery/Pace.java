package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.store.ErrorText;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * How many attempts a destination gets at the same time. While it works: its {@link InFlightLimit}. After many failures in a
 * row: none, but for one now and then, so that a backlog does not use up its attempts on a partner that is down. When one of
 * these is answered: two, and one more with every further answer, so that the backlog does not fall upon a partner that has
 * just come back.
 * <p>
 * An answer is a sign of life, be it a success or a refusal of that one message.
 */
final class Pace {

    private static final Logger LOG = Logger.getLogger(Pace.class);

    private static final int FEWEST_FAILURES = 16;
    private static final int MOST_FAILURES = 64;
    /** A task that fails now and then at a destination that nobody else uses is not a row of failures. */
    private static final Duration ROW_ENDS = Duration.ofMinutes(1);
    private static final Duration FIRST_PROBE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PROBE = Duration.ofSeconds(10);
    /** While it works, what is bounded is bounded by the other limit. */
    private static final int NOT_BOUNDED = Integer.MAX_VALUE;

    private final Destination destination;
    private final LongSupplier clock;
    private final DoubleSupplier random;
    private final int failuresUntilProbing;
    private final RetryPolicy probes;
    private final InFlightLimit whileItWorks;
    /** Read without the lock by every attempt of a destination that works. */
    private volatile boolean untroubled = true;
    private volatile int bound = NOT_BOUNDED;
    private boolean probing;
    private int failures;
    private long lastFailure;
    private int probesFailed;
    private volatile long nextProbe;
    private volatile Trouble trouble;

    /** Since when it does not work, and why. */
    record Trouble(Instant since, String reason) {
    }

    /**
     * @param clock nanoseconds, monotonic
     * @param random gives numbers from 0 to 1
     */
    Pace(Destination destination, LongSupplier clock, DoubleSupplier random) {
        this.destination = destination;
        this.clock = clock;
        this.random = random;
        this.whileItWorks = new InFlightLimit(destination.concurrency(), destination.adaptive(), clock);
        this.failuresUntilProbing = Math.min(MOST_FAILURES, Math.max(FEWEST_FAILURES, destination.concurrency()));
        RetryPolicy retry = destination.retry();
        // never more rarely than a single task would be tried
        this.probes = new RetryPolicy(0, shorter(FIRST_PROBE, retry.initialDelay()), 2,
                shorter(LONGEST_PROBE, retry.maxDelay()), retry.jitter());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** @return how many attempts may be under way; 0 while it is closed, probes apart */
    int limit() {
        return Math.min(bound, whileItWorks.value());
    }

    /** @return whether as much is sent as it can take */
    boolean works() {
        return bound == NOT_BOUNDED;
    }

    /** @return since when and why it does not work; {@code null}: it does */
    Trouble trouble() {
        return trouble;
    }

    /** @return how many attempts end within a time, as things went last; 0 while it does not work */
    int endIn(Duration time) {
        return bound == NOT_BOUNDED ? whileItWorks.endIn(time) : 0;
    }

    /** Something is sent again after a time without anything. */
    void resumes() {
        whileItWorks.resumes();
    }

    /** @return whether it is closed, and the time for a probe has come; one that hangs does not keep the next one from it */
    boolean isProbeDue() {
        return bound == 0 && nextProbe - clock.getAsLong() <= 0;
    }

    /** An attempt starts. */
    void started() {
        if (bound == 0) {
            probed();
        }
    }

    private synchronized void probed() {
        if (probing) {
            waitForNextProbe();
        }
    }

    /**
     * @param task whose attempt it was
     * @param inFlight how many attempts are under way, this one included
     * @return whether the destination takes more from now on than before
     */
    boolean ended(TaskInHand task, Outcome outcome, int inFlight) {
        if (outcome instanceof Outcome.Failed failed && !failed.answered()) {
            failed(task, failed.reason());
            return false;
        }
        boolean more = works() && whileItWorks.answered(inFlight);
        return !untroubled && answered(inFlight) || more;
    }

    /** As if it had never failed. */
    synchronized void reset() {
        failures = 0;
        probesFailed = 0;
        probing = false;
        bound = NOT_BOUNDED;
        untroubled = true;
        trouble = null;
        whileItWorks.resumes();
    }

    private synchronized void failed(TaskInHand task, String reason) {
        if (works()) {
            whileItWorks.failed();
        }
        if (!destination.canBeDown()) {
            return;
        }
        long now = clock.getAsLong();
        failures = failures > 0 && now - lastFailure > ROW_ENDS.toNanos() ? 1 : failures + 1;
        lastFailure = now;
        untroubled = false;
        if (!probing && failures >= (isRecovering() ? bound : failuresUntilProbing)) {
            close(task, reason);
        }
    }

    private void close(TaskInHand task, String reason) {
        if (!isRecovering()) {
            LOG.warnf(
                    "Destination '%s' does not work: %d attempts in a row failed, the last one, attempt %d of task %s, with: %s."
                            + " Until one is answered, one is made now and then, at least every %s; the other tasks wait",
                    destination.name(), failures, task.attempt(), ErrorText.clean(task.taskId()), ErrorText.clean(reason),
                    Reasons.readable(probes.maxDelay()));
        }
        trouble = new Trouble(trouble == null ? Instant.now() : trouble.since(), ErrorText.clean(reason));
        probing = true;
        bound = 0;
        waitForNextProbe();
    }

    private boolean isRecovering() {
        return bound != NOT_BOUNDED;
    }

    private void waitForNextProbe() {
        nextProbe = clock.getAsLong() + probes.delayAfter(++probesFailed, random).toNanos();
    }

    private synchronized boolean answered(int inFlight) {
        failures = 0;
        if (!isRecovering()) {
            untroubled = true;
            return false;
        }
        // probes that hang are no reason to hold back the others
        bound = probing ? Math.max(2, inFlight + 1) : bound + 1;
        probing = false;
        probesFailed = 0;
        if (bound >= whileItWorks.value()) {
            bound = NOT_BOUNDED;
            trouble = null;
            whileItWorks.resumes();
            LOG.infof("Destination '%s' works again", destination.name());
        }
        return true;
    }
}
