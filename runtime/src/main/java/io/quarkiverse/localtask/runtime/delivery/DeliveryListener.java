package io.quarkiverse.localtask.runtime.delivery;

import java.util.Collection;
import java.util.List;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * Hears what happens to tasks, at once and on the thread on which it happens: it must neither block nor throw. Times are
 * nanoseconds.
 */
public interface DeliveryListener {

    /** Hears nothing. */
    DeliveryListener NONE = new DeliveryListener() {
    };

    /** A task's transaction has committed. */
    default void accepted(Destination destination) {
    }

    /** The transaction of a task has committed whose id was in the table already. */
    default void duplicateRefused(Destination destination) {
    }

    /** A task does not fit into memory: its id waits there, or a scan finds it. */
    default void spilled(Destination destination) {
    }

    /** An attempt has ended. */
    default void attempted(TaskInHand task, Outcome outcome, long took) {
    }

    /** A success is written. @param age from the task's acceptance to its delivery */
    default void delivered(Destination destination, long age) {
    }

    /** A task is given up, and that is written. */
    default void dead(Destination destination) {
    }

    /** So many outcomes were written by one statement. */
    default void groupWritten(int outcomes) {
    }

    /** @return one that tells all of them */
    static DeliveryListener of(Collection<DeliveryListener> all) {
        return all.isEmpty() ? NONE : all.size() == 1 ? all.iterator().next() : new Several(List.copyOf(all));
    }

    /** Tells several. */
    record Several(List<DeliveryListener> all) implements DeliveryListener {

        @Override
        public void accepted(Destination destination) {
            all.forEach(listener -> listener.accepted(destination));
        }

        @Override
        public void duplicateRefused(Destination destination) {
            all.forEach(listener -> listener.duplicateRefused(destination));
        }

        @Override
        public void spilled(Destination destination) {
            all.forEach(listener -> listener.spilled(destination));
        }

        @Override
        public void attempted(TaskInHand task, Outcome outcome, long took) {
            all.forEach(listener -> listener.attempted(task, outcome, took));
        }

        @Override
        public void delivered(Destination destination, long age) {
            all.forEach(listener -> listener.delivered(destination, age));
        }

        @Override
        public void dead(Destination destination) {
            all.forEach(listener -> listener.dead(destination));
        }

        @Override
        public void groupWritten(int outcomes) {
            all.forEach(listener -> listener.groupWritten(outcomes));
        }
    }
}
