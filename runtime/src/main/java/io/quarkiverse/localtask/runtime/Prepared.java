package io.quarkiverse.localtask.runtime;

import java.util.Map;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.Origin;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.runtime.store.NewTask;

/** A message that has passed all checks: its row, and what is needed to send it without reading the row back. */
record Prepared(NewTask row, Destination destination, byte[] payload, Map<String, String> headers,
        Map<String, String> target) {

    TaskInHand inHand(long id, long deadline, long acceptedAt) {
        return TaskInHand.fresh(id, row.taskId(), row.name(), destination, payload, row.contentType(), headers, target,
                deadline, new Origin(acceptedAt, row.traceContext()));
    }
}
