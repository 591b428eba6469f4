package io.quarkiverse.localtask.runtime.store;

import java.util.EnumSet;
import java.util.Set;

import io.quarkiverse.localtask.TaskStatus;

/** What operators do to rows. Each change raises the version: what is under way by then does not undo it. */
public sealed interface RowChange {

    /** @return the statuses that a row may have */
    Set<TaskStatus> allowed();

    /** Due now, attempts 0. Not of a leased row, whose holder may be sending it at this moment. */
    record Redeliver() implements RowChange {

        @Override
        public Set<TaskStatus> allowed() {
            return EnumSet.of(TaskStatus.FAILED, TaskStatus.DEAD, TaskStatus.CANCELLED);
        }
    }

    /** CANCELLED. */
    record Cancel() implements RowChange {

        @Override
        public Set<TaskStatus> allowed() {
            return EnumSet.of(TaskStatus.PENDING, TaskStatus.CLAIMED, TaskStatus.FAILED, TaskStatus.SCHEDULED);
        }
    }

    /**
     * To another destination, due now, or when it was due where that is still to come, attempts 0. Not of a message that says
     * itself where it goes.
     */
    record Redirect(String destination, String channel) implements RowChange {

        @Override
        public Set<TaskStatus> allowed() {
            return EnumSet.of(TaskStatus.FAILED, TaskStatus.SCHEDULED, TaskStatus.DEAD, TaskStatus.CANCELLED);
        }
    }
}
