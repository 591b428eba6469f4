package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.cronutils.model.CronType;

import io.quarkiverse.localtask.runtime.config.CronSyntax;
import io.quarkiverse.localtask.runtime.config.Shard;

class ScheduleWatchdogTest {

    private static final String CATEGORY = ScheduleWatchdogTest.class.getName() + ".log";

    private final List<String> woken = new ArrayList<>();
    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new RecordingHandler();
    private final SetClock clock = new SetClock();
    private long nanos = Long.MAX_VALUE - 1_000_000_000L;

    @BeforeEach
    void listen() {
        java.util.logging.Logger.getLogger(CATEGORY).addHandler(handler);
    }

    @AfterEach
    void leave() {
        java.util.logging.Logger.getLogger(CATEGORY).removeHandler(handler);
    }

    @Test
    void aTickedShardIsLeftAlone() {
        ScheduleWatchdog watchdog = watchdog(fixed("hot", 5));
        for (int i = 0; i < 10; i++) {
            pass(watchdog, 5);
            watchdog.ticked("hot");
        }
        assertThat(woken).isEmpty();
        assertThat(logged).isEmpty();
    }

    @Test
    void aMissingTickIsReplacedAtTheShardsPaceWithOneWarning() {
        ScheduleWatchdog watchdog = watchdog(fixed("hot", 5));
        pass(watchdog, 14);
        assertThat(woken).isEmpty();
        assertThat(watchdog.isSchedulerAlive()).isTrue();
        pass(watchdog, 1);
        assertThat(woken).containsExactly("hot");
        assertThat(watchdog.isSchedulerAlive()).isFalse();
        pass(watchdog, 50);
        assertThat(woken).hasSize(11);
        assertThat(levels()).containsExactly("WARN");
    }

    @Test
    void aTickThatComesBackEndsTheOutageWithOneInfo() {
        ScheduleWatchdog watchdog = watchdog(fixed("hot", 5), fixed("cold", 60));
        pass(watchdog, 100);
        assertThat(woken).contains("hot", "cold");
        watchdog.ticked("hot");
        assertThat(levels()).containsExactly("WARN");
        watchdog.ticked("cold");
        watchdog.ticked("hot");
        assertThat(levels()).containsExactly("WARN", "INFO");
        int before = woken.size();
        pass(watchdog, 14);
        assertThat(woken).hasSize(before);
        pass(watchdog, 10);
        assertThat(levels()).containsExactly("WARN", "INFO", "WARN");
    }

    @Test
    void aJumpOfTheWallClockChangesNothingForAFixedDelay() {
        ScheduleWatchdog watchdog = watchdog(fixed("hot", 5));
        clock.now = clock.now.plus(Duration.ofDays(400));
        pass(watchdog, 4);
        clock.now = clock.now.minus(Duration.ofDays(800));
        pass(watchdog, 10);
        assertThat(woken).isEmpty();
        pass(watchdog, 1);
        assertThat(woken).containsExactly("hot");
    }

    @Test
    void aCronShardIsExpectedAtItsTimes() {
        ScheduleWatchdog watchdog = watchdog(cron("nightly", "0 0/10 * * * ?"));
        pass(watchdog, 609);
        assertThat(woken).isEmpty();
        pass(watchdog, 1);
        assertThat(woken).containsExactly("nightly");
        pass(watchdog, 600);
        assertThat(woken).containsExactly("nightly", "nightly");
        assertThat(levels()).containsExactly("WARN");
    }

    @Test
    void aForwardJumpGivesTheSchedulerItsSlack() {
        ScheduleWatchdog watchdog = watchdog(cron("nightly", "0 0/10 * * * ?"));
        clock.now = clock.now.plus(Duration.ofDays(400));
        pass(watchdog, 5);
        watchdog.ticked("nightly");
        pass(watchdog, 100);
        assertThat(woken).isEmpty();
    }

    @Test
    void aBackwardJumpDoesNotStopACronShard() {
        ScheduleWatchdog watchdog = watchdog(cron("nightly", "0 0/10 * * * ?"));
        clock.now = clock.now.minus(Duration.ofDays(400));
        pass(watchdog, 611);
        assertThat(woken).containsExactly("nightly");
    }

    @Test
    void aShardThatCannotBeWokenHarmsNoOther() {
        ScheduleWatchdog watchdog = new ScheduleWatchdog(List.of(fixed("bad", 5), fixed("good", 5)), syntax(), name -> {
            woken.add(name);
            if (name.equals("bad")) {
                throw new IllegalStateException("no");
            }
        }, () -> nanos, clock, Logger.getLogger(CATEGORY));
        pass(watchdog, 15);
        assertThat(woken).containsExactly("bad", "good");
    }

    @Test
    void itsThreadIsADaemonAndEnds() {
        ScheduleWatchdog watchdog = new ScheduleWatchdog(List.of(fixed("hot", 5)), syntax(), woken::add);
        watchdog.start();
        await().atMost(Duration.ofSeconds(5)).until(() -> !threads().isEmpty());
        assertThat(threads()).singleElement().matches(Thread::isDaemon);
        watchdog.stop();
        await().atMost(Duration.ofSeconds(5)).until(() -> threads().isEmpty());
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(t -> t.getName().equals("local-task-watchdog")).toList();
    }

    private ScheduleWatchdog watchdog(Shard... shards) {
        return new ScheduleWatchdog(List.of(shards), syntax(), woken::add, () -> nanos, clock, Logger.getLogger(CATEGORY));
    }

    private void pass(ScheduleWatchdog watchdog, int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos += 1_000_000_000L;
            clock.now = clock.now.plusSeconds(1);
            watchdog.check();
        }
    }

    private List<String> levels() {
        return logged.stream().map(record -> record.getLevel().getName()).toList();
    }

    private static CronSyntax syntax() {
        return new CronSyntax(CronType.QUARTZ);
    }

    private static Shard fixed(String name, int seconds) {
        return new Shard(name, new int[] { 0 }, true, Optional.empty(), Optional.of(Duration.ofSeconds(seconds)), 500, true);
    }

    private static Shard cron(String name, String expression) {
        return new Shard(name, new int[] { 0 }, true, Optional.of(expression), Optional.empty(), 500, true);
    }

    private final class RecordingHandler extends Handler {

        RecordingHandler() {
            setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    }

    private static final class SetClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
