package io.quarkiverse.localtask.runtime.method;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.quarkus.runtime.RuntimeValue;

/**
 * Where a value is found in a method call: in the result or an argument, and from there along properties. Each step goes
 * through an {@code Optional}, and a {@code null} or empty one on the way makes the whole path {@code null}.
 *
 * @param argument the argument's index, or {@link #RESULT}
 * @param text the path as the user wrote it
 * @param steps reads one property each
 */
public record ValuePath(int argument, String text, List<RuntimeValue<PropertyAccessor>> steps) {

    /** Stands for the method's result. */
    public static final int RESULT = -1;

    Object find(TaskCall call) {
        Object value = unwrap(argument == RESULT ? call.result() : call.arguments()[argument]);
        for (RuntimeValue<PropertyAccessor> step : steps) {
            if (value == null) {
                return null;
            }
            value = unwrap(step.getValue().get(value));
        }
        return value;
    }

    private static Object unwrap(Object value) {
        Object content = value;
        while (content instanceof Optional<?> optional) {
            content = optional.orElse(null);
        }
        if (content instanceof OptionalLong number) {
            return number.isPresent() ? number.getAsLong() : null;
        }
        if (content instanceof OptionalInt number) {
            return number.isPresent() ? number.getAsInt() : null;
        }
        if (content instanceof OptionalDouble number) {
            return number.isPresent() ? number.getAsDouble() : null;
        }
        return content;
    }
}
