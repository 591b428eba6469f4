package io.quarkiverse.localtask.deployment;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

import io.quarkiverse.localtask.TaskMessage;

/** Refuses business keys that could never work: too long, or not the same text each time. */
final class TaskMethodIds {

    private static final DotName UUID_NAME = DotName.createSimple(UUID.class);
    private static final int UUID_LENGTH = 36;

    private final IndexView index;

    TaskMethodIds(IndexView index) {
        this.index = index;
    }

    void check(String destination, String name, TaskMethodPath id, Consumer<String> problems) {
        try {
            TaskMessage.to("any").name(name);
        } catch (IllegalArgumentException e) {
            problems.accept("cannot be the name of a task (" + e.getMessage() + "): give another 'name'");
        }
        if (id == null) {
            return;
        }
        if (!hasStableText(id.type())) {
            problems.accept("has the id path '" + id.text() + "', which ends at " + id.type()
                    + " and that has no text of its own to tell one task from another: end at a number, a String or a UUID");
        }
        int room = TaskMessage.MAX_ID_LENGTH - destination.length() - name.length() - 2;
        int needed = id.type().name().equals(UUID_NAME) ? UUID_LENGTH : 1;
        if (room < needed) {
            problems.accept("makes the task id '" + destination + ":" + name + ":…', which leaves " + Math.max(0, room)
                    + " of " + TaskMessage.MAX_ID_LENGTH + " characters for the value at '" + id.text() + "', and it needs "
                    + needed + ": give a shorter 'name'");
        }
    }

    /** Object's own toString differs from call to call, so the key would never find its duplicate. */
    private boolean hasStableText(Type type) {
        if (type.kind() == Type.Kind.PRIMITIVE) {
            return true;
        }
        List<ClassInfo> hierarchy = BoundType.of(type, index).stream()
                .flatMap(bound -> bound.hierarchy().stream()).map(BoundType::info)
                .filter(declaring -> !declaring.name().equals(TaskMethodNames.OBJECT)).toList();
        return hierarchy.stream().noneMatch(declaring -> TaskMethodNames.CONTAINERS.contains(declaring.name()))
                && (isInterface(hierarchy) || hierarchy.stream().anyMatch(declaring -> declaring.method("toString") != null));
    }

    /** Nothing is known about the text of what implements it. */
    private static boolean isInterface(List<ClassInfo> hierarchy) {
        return !hierarchy.isEmpty() && hierarchy.get(0).isInterface();
    }
}
