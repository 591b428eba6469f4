package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each rings once, when its time has come, unless it was cleared before; also after a long time without any. */
class AlarmsRingInTimeTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Alarms alarms = new Alarms("test-alarms");
    private final List<String> rung = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        alarms.stop();
    }

    @Test
    void onceAndNotBefore() {
        long start = System.nanoTime();
        Given soon = new Given("soon", Duration.ofMillis(50));
        Given never = new Given("never", Duration.ofHours(1));
        alarms.set(soon);
        alarms.set(never);
        await().atMost(SOON).until(() -> rung.contains("soon"));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(50).toNanos());
        assertThat(alarms.size()).isOne();
        alarms.clear(never);
        assertThat(alarms.size()).isZero();
    }

    @Test
    void notOnceCleared() {
        Given cleared = new Given("cleared", Duration.ofMillis(30));
        alarms.set(cleared);
        alarms.clear(cleared);
        alarms.set(new Given("later", Duration.ofMillis(100)));
        await().atMost(SOON).until(() -> rung.contains("later"));
        assertThat(rung).containsExactly("later");
    }

    @Test
    void afterALongRest() {
        await().atMost(SOON).until(() -> Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("test-alarms") && thread.getState() == Thread.State.WAITING));
        alarms.set(new Given("after a rest", Duration.ofMillis(10)));
        await().atMost(SOON).until(() -> rung.contains("after a rest"));
    }

    private final class Given implements Alarms.Alarm {

        private final String name;
        private final long time;

        Given(String name, Duration in) {
            this.name = name;
            this.time = System.nanoTime() + in.toNanos();
        }

        @Override
        public long time() {
            return time;
        }

        @Override
        public void ring() {
            rung.add(name);
        }
    }
}
