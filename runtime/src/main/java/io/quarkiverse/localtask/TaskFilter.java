package io.quarkiverse.localtask;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Which tasks are meant: all that it says must be true of a task.
 *
 * <pre>
 * TaskFilter.status(TaskStatus.DEAD).destination("erp").errorContains("HTTP 503")
 * </pre>
 *
 * @param statuses the statuses that count, at least one
 * @param destination the destination, or {@code null}: any
 * @param channel the channel, or {@code null}: any
 * @param name the task's name, or {@code null}: any
 * @param errorContains a text in the last error, in any case, or {@code null}: any or none
 * @param createdBefore written before that instant, or {@code null}
 * @param createdAfter written after that instant, or {@code null}
 */
public record TaskFilter(Set<TaskStatus> statuses, String destination, String channel, String name, String errorContains,
        Instant createdBefore, Instant createdAfter) {

    /**
     * @throws IllegalArgumentException if there is no status
     */
    public TaskFilter {
        if (statuses.isEmpty()) {
            throw new IllegalArgumentException("A TaskFilter needs at least one status");
        }
        statuses = Set.copyOf(statuses);
    }

    /**
     * @param first a status
     * @param more further ones
     * @return tasks that have one of them
     */
    public static TaskFilter status(TaskStatus first, TaskStatus... more) {
        EnumSet<TaskStatus> statuses = EnumSet.of(Objects.requireNonNull(first, "first"));
        statuses.addAll(Arrays.asList(more));
        return new TaskFilter(statuses, null, null, null, null, null, null);
    }

    /** @return tasks that are not finished: PENDING, CLAIMED, FAILED and SCHEDULED */
    public static TaskFilter waiting() {
        return status(TaskStatus.PENDING, TaskStatus.CLAIMED, TaskStatus.FAILED, TaskStatus.SCHEDULED);
    }

    /**
     * @param destination a destination's name
     * @return the same, of that destination only
     */
    public TaskFilter destination(String destination) {
        return new TaskFilter(statuses, destination, channel, name, errorContains, createdBefore, createdAfter);
    }

    /**
     * @param channel a channel's name
     * @return the same, of that channel only
     */
    public TaskFilter channel(String channel) {
        return new TaskFilter(statuses, destination, channel, name, errorContains, createdBefore, createdAfter);
    }

    /**
     * @param name a task's name
     * @return the same, of that name only
     */
    public TaskFilter name(String name) {
        return new TaskFilter(statuses, destination, channel, name, errorContains, createdBefore, createdAfter);
    }

    /**
     * @param text what the last error contains, in any case
     * @return the same, with such an error only
     */
    public TaskFilter errorContains(String text) {
        return new TaskFilter(statuses, destination, channel, name, text, createdBefore, createdAfter);
    }

    /**
     * @param instant by the database's clock
     * @return the same, written before that only
     */
    public TaskFilter createdBefore(Instant instant) {
        return new TaskFilter(statuses, destination, channel, name, errorContains, instant, createdAfter);
    }

    /**
     * @param instant by the database's clock
     * @return the same, written after that only
     */
    public TaskFilter createdAfter(Instant instant) {
        return new TaskFilter(statuses, destination, channel, name, errorContains, createdBefore, instant);
    }

    /** @return what it asks for, for people */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        text.add("status " + String.join("|", statuses.stream().sorted().map(TaskStatus::name).toList()));
        add(text, "destination", destination);
        add(text, "channel", channel);
        add(text, "name", name);
        add(text, "error contains", errorContains);
        add(text, "created before", createdBefore);
        add(text, "created after", createdAfter);
        return text.toString();
    }

    private static void add(StringJoiner text, String what, Object value) {
        if (value != null) {
            text.add(what + " " + value);
        }
    }
}
