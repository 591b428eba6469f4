package io.quarkiverse.localtask.it.testing.examples;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;

/** Stands for what wakes somebody. */
@ApplicationScoped
public class Alarm {

    private final List<String> raised = new CopyOnWriteArrayList<>();

    void raise(String destination, String taskId, String reason) {
        raised.add(destination + " " + taskId + " " + reason);
    }

    List<String> raised() {
        return List.copyOf(raised);
    }
}
