package io.quarkiverse.localtask.runtime;

import java.util.List;

import io.quarkiverse.localtask.runtime.delivery.TaskInHand;

/** Rows that were written in a transaction, to be handed over when it has committed. */
record AcceptedTasks(List<TaskInHand> tasks) {
}
