package io.quarkiverse.localtask.demo;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What one receiver has got. It works once for each task id, as every receiver must, and counts the repeats. */
class Inbox {

    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final AtomicInteger duplicates = new AtomicInteger();

    /** @return whether it was the first message with this task id */
    boolean receive(String taskId) {
        boolean first = ids.add(taskId);
        if (!first) {
            duplicates.incrementAndGet();
        }
        return first;
    }

    boolean has(String taskId) {
        return ids.contains(taskId);
    }

    int received() {
        return ids.size();
    }

    int duplicates() {
        return duplicates.get();
    }
}
