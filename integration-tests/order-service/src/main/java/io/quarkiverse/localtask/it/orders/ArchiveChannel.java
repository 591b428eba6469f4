package io.quarkiverse.localtask.it.orders;

import java.nio.charset.StandardCharsets;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.RunOnVirtualThread;

/** A channel of the application's own: it writes to a table, and notes on which thread. */
@ApplicationScoped
@Identifier("archive")
@RunOnVirtualThread
class ArchiveChannel implements BlockingTaskChannel {

    private final ArchiveTable table;

    ArchiveChannel(ArchiveTable table) {
        this.table = table;
    }

    @Override
    public Outcome deliver(Delivery delivery) {
        table.put(delivery.taskId(), new String(delivery.payload(), StandardCharsets.UTF_8),
                Thread.currentThread().toString());
        return Outcome.succeeded();
    }
}
