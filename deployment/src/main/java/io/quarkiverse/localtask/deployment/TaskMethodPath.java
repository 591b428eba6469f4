package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.List;

import org.jboss.jandex.Type;

/**
 * A path that exists.
 *
 * @param argument where it starts: an argument's index, or {@code ValuePath.RESULT}
 * @param text as the user wrote it
 * @param properties its steps
 * @param type what is found there, without {@code Optional}
 */
record TaskMethodPath(int argument, String text, List<TaskMethodProperty> properties, Type type) {

    TaskMethodPath then(TaskMethodPath next) {
        List<TaskMethodProperty> steps = new ArrayList<>(properties);
        steps.addAll(next.properties);
        return new TaskMethodPath(argument, next.text, steps, next.type);
    }
}
