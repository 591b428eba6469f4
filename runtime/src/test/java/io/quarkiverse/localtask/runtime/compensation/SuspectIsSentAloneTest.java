package io.quarkiverse.localtask.runtime.compensation;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Were a suspect to end the process, what is under way beside it would lose an attempt that was counted and not made. That it
 * is
 * sent alone must not stop everything else for long, either.
 */
@Timeout(20)
class SuspectIsSentAloneTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000);
    private final Quiet quiet = new Quiet(now::get);

    @Test
    void itWaitsForWhatIsUnderWay() {
        quiet.claiming(2);
        Thread suspect = run(quiet::begin);
        awaitWaiting(suspect);
        quiet.left();
        awaitWaiting(suspect);
        quiet.left();
        awaitEnd(suspect);
    }

    @Test
    void claimsWaitForItsEnd() {
        quiet.begin();
        Thread claim = run(() -> quiet.claiming(1));
        awaitWaiting(claim);
        quiet.end();
        awaitEnd(claim);
    }

    @Test
    void butNeitherForLong() {
        quiet.claiming(1);
        Thread suspect = run(quiet::begin);
        awaitWaiting(suspect);
        Thread claim = run(() -> quiet.claiming(1));
        awaitWaiting(claim);
        pass(Duration.ofMillis(500));
        awaitEnd(suspect);
        awaitEnd(claim);
    }

    @Test
    void norOften() {
        for (int i = 0; i < 10; i++) {
            spend(Duration.ofMillis(500));
        }
        // would wait for ever: time stands still
        quiet.claiming(1);
        quiet.begin();
        quiet.end();

        pass(Duration.ofSeconds(2));
        Thread suspect = run(quiet::begin);
        awaitWaiting(suspect);
        pass(Duration.ofMillis(100));
        awaitEnd(suspect);
    }

    private void spend(Duration time) {
        quiet.begin();
        pass(time);
        quiet.end();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static Thread run(Runnable action) {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        await().atMost(Duration.ofSeconds(10)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private static void awaitEnd(Thread thread) {
        await().atMost(Duration.ofSeconds(10)).until(() -> !thread.isAlive());
    }
}
