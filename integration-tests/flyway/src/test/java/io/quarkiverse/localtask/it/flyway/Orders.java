package io.quarkiverse.localtask.it.flyway;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** An application: it writes tasks, and notes what is sent. */
@ApplicationScoped
@Default
@Identifier("recorded")
public class Orders implements TaskChannel {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Inject
    LocalTasks tasks;

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        sent.add(delivery.taskId());
        return Uni.createFrom().item(Outcome.succeeded());
    }

    @Transactional
    public void place(String id) {
        tasks.accept(TaskMessage.to("erp").id(id).payload("payload of " + id).build());
    }

    public void awaitSent(String id) {
        Awaitility.await().atMost(Duration.ofSeconds(30))
                .until(() -> tasks.find(id).filter(task -> task.status() == TaskStatus.SUCCEEDED).isPresent());
    }

    public List<String> sent() {
        return sent;
    }
}
