package io.quarkiverse.localtask.deployment;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.runtime.configuration.DurationConverter;

/** The attributes of one annotation. Empty text means that the attribute is not given. */
record TaskMethodAttributes(String destination, String name, String id, String from, String delay,
        boolean failOnDuplicate) {

    static TaskMethodAttributes of(AnnotationInstance annotation) {
        AnnotationValue onDuplicate = annotation.value("onDuplicate");
        return new TaskMethodAttributes(text(annotation, "destination"), text(annotation, "name"), text(annotation, "id"),
                text(annotation, "from"), text(annotation, "delay"),
                onDuplicate == null || onDuplicate.asEnum().equals("FAIL"));
    }

    private static String text(AnnotationInstance annotation, String attribute) {
        AnnotationValue value = annotation.value(attribute);
        return value == null ? "" : value.asString().strip();
    }

    static List<String> segments(String path) {
        return path.isEmpty() ? List.of() : Arrays.asList(path.split("\\.", -1));
    }

    void checkDestination(Set<String> known, Consumer<String> problems) {
        if (!destination.isEmpty() && !known.contains(destination)) {
            problems.accept("sends to the destination '" + destination + "', which is not known at build time: set"
                    + " quarkus.local-task.destinations." + quoted(destination) + ".url (or .channel) in application.properties"
                    + (known.isEmpty() ? "" : ", or use one of " + String.join(", ", new TreeSet<>(known))));
        }
    }

    private static String quoted(String name) {
        return name.contains(".") ? '"' + name + '"' : name;
    }

    /** A message brings its own attributes along; those of the annotation would be ignored without a word. */
    void checkUnused(String what, boolean fromIsUsed, Consumer<String> problems) {
        Set<String> unused = new TreeSet<>();
        if (!id.isEmpty()) {
            unused.add("id");
        }
        if (!name.isEmpty()) {
            unused.add("name");
        }
        if (!delay.isEmpty()) {
            unused.add("delay");
        }
        if (!from.isEmpty() && !fromIsUsed) {
            unused.add("from");
        }
        if (!destination.isEmpty() && fromIsUsed) {
            unused.add("destination");
        }
        if (!unused.isEmpty()) {
            problems.accept("gives " + String.join(", ", unused) + ", which has no effect because " + what
                    + ": leave it out, and set it on the message, TaskMessage.to(...)");
        }
    }

    /** @return the delay, or {@code null} if none is given, or it is wrong and was reported */
    Duration parseDelay(Consumer<String> problems) {
        if (delay.isEmpty()) {
            return null;
        }
        try {
            Duration parsed = DurationConverter.parseDuration(delay);
            TaskMessage.to("any").delay(parsed);
            return parsed.isZero() ? null : parsed;
        } catch (RuntimeException e) {
            problems.accept("has the delay '" + delay + "', which is not a duration of 0 to 10 years:"
                    + " use for example 10s, 5m, 1h or PT1H30M");
            return null;
        }
    }
}
