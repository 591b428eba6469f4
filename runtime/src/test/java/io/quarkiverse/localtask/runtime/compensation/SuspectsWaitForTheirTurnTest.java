package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.Candidate;

/** One suspect at a time per instance: a shard that finds the place taken is told when it is free. */
class SuspectsWaitForTheirTurnTest {

    private final SuspectGate gate = new SuspectGate();
    private final AtomicInteger told = new AtomicInteger();
    private final Runnable other = told::incrementAndGet;

    @Test
    void whoFoundItTakenIsToldOnce() {
        assertThat(gate.tryEnter(() -> {
        })).isTrue();
        assertThat(gate.tryEnter(other)).isFalse();
        assertThat(gate.tryEnter(other)).as("asks again meanwhile").isFalse();
        gate.leave();
        assertThat(told).hasValue(1);
        assertThat(gate.tryEnter(other)).isTrue();
        gate.leave();
        assertThat(told).as("it got in, and is not waiting any more").hasValue(1);
    }

    @Test
    void alsoAtTheEndOfASuspectThatWasSent() {
        gate.tryEnter(other);
        Runnable end = gate.leaving(new Candidate(1, 0, "t1", "name", "erp", 0, TaskStatus.CLAIMED, 1, null, true), () -> {
        });
        assertThat(gate.tryEnter(other)).isFalse();
        end.run();
        assertThat(told).hasValue(1);
    }
}
