package io.quarkiverse.localtask.deployment;

import java.util.Optional;
import java.util.Set;

import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

/** Answers what a type is, as far as sending it goes. */
final class TaskMethodTypes {

    private final IndexView index;

    TaskMethodTypes(IndexView index) {
        this.index = index;
    }

    /** @return the type inside any {@code Optional}, which is unwrapped at run time */
    Type content(Type type) {
        Type content = type;
        while (content.kind() == Type.Kind.PARAMETERIZED_TYPE && content.name().equals(TaskMethodNames.OPTIONAL)) {
            content = bound(content.asParameterizedType().arguments().get(0));
        }
        return content;
    }

    boolean isVoid(Type type) {
        return type.kind() == Type.Kind.VOID || TaskMethodNames.VOID.contains(type.name());
    }

    /** @return whether it is a message, or a collection of messages */
    boolean isMessages(Type type) {
        if (type.name().equals(TaskMethodNames.TASK_MESSAGE)) {
            return type.kind() == Type.Kind.CLASS;
        }
        return BoundType.of(type, index).flatMap(bound -> bound.as(TaskMethodNames.COLLECTION))
                .map(collection -> bound(collection.resolve(collection.info().typeParameters().get(0))))
                .filter(element -> element.name().equals(TaskMethodNames.TASK_MESSAGE)).isPresent();
    }

    /** @return whether a message is hidden in a shape that is not sent as messages: an array, a map, a stream */
    boolean hidesMessage(Type type) {
        return switch (type.kind()) {
            case CLASS -> type.name().equals(TaskMethodNames.TASK_MESSAGE);
            case ARRAY -> hidesMessage(type.asArrayType().constituent());
            case PARAMETERIZED_TYPE -> type.asParameterizedType().arguments().stream().map(this::bound)
                    .anyMatch(this::hidesMessage);
            default -> false;
        };
    }

    boolean isOneOf(Type type, Set<DotName> names) {
        return names.contains(type.name()) || BoundType.of(type, index).stream()
                .flatMap(bound -> bound.hierarchy().stream()).anyMatch(bound -> names.contains(bound.info().name()));
    }

    /** @return the first type variable in it that nothing binds */
    Optional<String> unresolvedVariable(Type type) {
        return switch (type.kind()) {
            case TYPE_VARIABLE -> Optional.of(type.asTypeVariable().identifier());
            case UNRESOLVED_TYPE_VARIABLE -> Optional.of(type.asUnresolvedTypeVariable().identifier());
            case TYPE_VARIABLE_REFERENCE -> Optional.of(type.asTypeVariableReference().identifier());
            case ARRAY -> unresolvedVariable(type.asArrayType().constituent());
            case WILDCARD_TYPE -> unresolvedVariable(bound(type));
            case PARAMETERIZED_TYPE -> type.asParameterizedType().arguments().stream()
                    .flatMap(argument -> unresolvedVariable(argument).stream()).findFirst();
            default -> Optional.empty();
        };
    }

    /** @return why an object of this type cannot be a payload, with the remedy */
    Optional<String> refusalAsPayload(Type type) {
        Optional<String> variable = unresolvedVariable(type);
        if (variable.isPresent()) {
            return Optional.of("whose type variable " + variable.get()
                    + " is not resolved by the bean's class: extend the class with a concrete type, or override the method");
        }
        if (type.name().equals(TaskMethodNames.OBJECT)) {
            return Optional.of("which does not tell what is sent: declare the type of the payload");
        }
        if (hidesMessage(type)) {
            return Optional.of("which is neither a TaskMessage nor a collection of them: use TaskMessage,"
                    + " Optional<TaskMessage> or List<TaskMessage>");
        }
        if (isOneOf(type, TaskMethodNames.ASYNCHRONOUS)) {
            return Optional.of("whose content is not there yet when the task is written: send the object itself");
        }
        if (isOneOf(type, TaskMethodNames.RESPONSES)) {
            return Optional.of("which is an answer, not a payload: send the object itself");
        }
        if (isOneOf(type, TaskMethodNames.READ_ONCE)) {
            return Optional.of("which can be read only once: send a List, a String or a byte[]");
        }
        return Optional.empty();
    }

    private Type bound(Type type) {
        return type.kind() == Type.Kind.WILDCARD_TYPE ? type.asWildcardType().extendsBound() : type;
    }
}
