package io.quarkiverse.localtask.deployment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

import io.quarkiverse.localtask.runtime.method.ValuePath;

/**
 * Decides what one annotation sends, in the order that {@code LocalTaskMessage} documents: messages that the method returns;
 * the result, or the argument at {@code from}, as a payload; an argument that is a message.
 */
final class TaskMethodResolver {

    private final Set<String> destinations;
    private final TaskMethodTypes types;
    private final TaskMethodPathResolver paths;
    private final TaskMethodIds ids;

    TaskMethodResolver(Set<String> destinations, TaskMethodTypes types, TaskMethodPathResolver paths, TaskMethodIds ids) {
        this.destinations = destinations;
        this.types = types;
        this.paths = paths;
        this.ids = ids;
    }

    /**
     * @param bean the class of the bean, which binds type variables and gives the default name
     * @param method the annotated method, its own or inherited
     * @param attributes one of its annotations
     * @param problems takes each violation, in the form "rule: remedy"
     */
    Optional<ResolvedTask> resolve(BoundType bean, MethodInfo method, TaskMethodAttributes attributes,
            Consumer<String> problems) {
        BoundType context = bean.as(method.declaringClass().name()).orElse(bean).hiding(method.typeParameters());
        Type result = types.content(context.resolve(method.returnType()));
        attributes.checkDestination(destinations, problems);
        Duration delay = attributes.parseDelay(problems);

        Optional<String> refusal = refusalAsResult(method, result);
        if (refusal.isPresent()) {
            problems.accept(refusal.get());
            return Optional.empty();
        }
        TaskMethodPath returned = new TaskMethodPath(ValuePath.RESULT, "", List.of(), result);
        if (types.isMessages(result)) {
            attributes.checkUnused("the TaskMessage that the method returns is sent", false, problems);
            return Optional.of(new ResolvedTask(returned, null, attributes.failOnDuplicate()));
        }
        Optional<TaskMethodPath> value = attributes.from().isEmpty()
                ? implicitValue(returned, context, method, attributes, problems)
                : argumentAt(attributes.from(), context, method, problems);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (types.isMessages(value.get().type())) {
            attributes.checkUnused("the TaskMessage in an argument is sent", true, problems);
            return Optional.of(new ResolvedTask(value.get(), null, attributes.failOnDuplicate()));
        }
        return payload(value.get(), returned, bean, method, attributes, delay, problems);
    }

    private Optional<String> refusalAsResult(MethodInfo method, Type result) {
        int parameters = method.parametersCount();
        if (parameters > 0 && method.parameterType(parameters - 1).name().equals(TaskMethodNames.CONTINUATION)) {
            return Optional.of("is a suspend function, which returns before its result is there:"
                    + " make it a plain function that runs on a worker thread");
        }
        if (types.isOneOf(result, TaskMethodNames.ASYNCHRONOUS)) {
            return Optional.of("returns " + result + ", whose content is not there yet when the task is written:"
                    + " return the object itself from a blocking method, and let its caller make it asynchronous");
        }
        if (types.isOneOf(result, TaskMethodNames.RESPONSES)) {
            return Optional.of("returns " + result + ", and an error response would commit the transaction and send:"
                    + " return the object itself and throw to refuse, or annotate a bean method that the resource calls");
        }
        return Optional.empty();
    }

    private Optional<TaskMethodPath> implicitValue(TaskMethodPath returned, BoundType context, MethodInfo method,
            TaskMethodAttributes attributes, Consumer<String> problems) {
        if (!attributes.destination().isEmpty() && !types.isVoid(returned.type())) {
            return Optional.of(returned);
        }
        List<Integer> messages = IntStream.range(0, method.parametersCount())
                .filter(i -> types.isMessages(types.content(context.resolve(method.parameterType(i))))).boxed().toList();
        if (messages.size() == 1) {
            int argument = messages.get(0);
            Type type = types.content(context.resolve(method.parameterType(argument)));
            return Optional.of(new TaskMethodPath(argument, "", List.of(), type));
        }
        if (messages.size() > 1) {
            problems.accept("has " + messages.size() + " arguments that can be sent: name one by 'from',"
                    + " and repeat the annotation to send the others");
        } else if (attributes.destination().isEmpty()) {
            problems.accept("has nothing that can be sent: give a 'destination', so that the returned object is sent,"
                    + " or return a TaskMessage, or take one as an argument");
        } else {
            problems.accept("returns nothing that can be sent: return the object to send,"
                    + " or name the argument that is sent by 'from'");
        }
        return Optional.empty();
    }

    private Optional<TaskMethodPath> argumentAt(String from, BoundType context, MethodInfo method,
            Consumer<String> problems) {
        List<String> segments = TaskMethodAttributes.segments(from);
        List<String> names = IntStream.range(0, method.parametersCount()).mapToObj(method::parameterName).toList();
        int argument = names.indexOf(segments.get(0));
        if (argument < 0) {
            if (names.isEmpty()) {
                problems.accept("has the from path '" + from + "', but no argument: leave out 'from' to send the result");
            } else if (names.contains(null)) {
                problems.accept("has the from path '" + from + "', but the names of its arguments are not in the class file:"
                        + " compile with -parameters (Maven: <maven.compiler.parameters>true</maven.compiler.parameters>)");
            } else {
                problems.accept("has the from path '" + from + "', but no argument '" + segments.get(0)
                        + "': begin with one of " + String.join(", ", names));
            }
            return Optional.empty();
        }
        return paths.resolve(argument, context.resolve(method.parameterType(argument)), "from", from,
                segments.subList(1, segments.size()), problems);
    }

    private Optional<ResolvedTask> payload(TaskMethodPath value, TaskMethodPath returned, BoundType bean, MethodInfo method,
            TaskMethodAttributes attributes, Duration delay, Consumer<String> problems) {
        String what = attributes.from().isEmpty() ? "returns " + value.type()
                : "sends what is at '" + attributes.from() + "', " + value.type();
        if (attributes.destination().isEmpty()) {
            problems.accept(what + ", which is not a TaskMessage: give a 'destination', so that it becomes the payload");
            return Optional.empty();
        }
        Optional<String> refusal = types.refusalAsPayload(value.type());
        if (refusal.isPresent()) {
            problems.accept(what + ", " + refusal.get());
            return Optional.empty();
        }
        String name = attributes.name().isEmpty() ? bean.info().simpleName() + "." + method.name() : attributes.name();
        TaskMethodPath id = null;
        if (!attributes.id().isEmpty()) {
            // A method without a result has its key on what it sends.
            TaskMethodPath start = types.isVoid(returned.type()) ? value : returned;
            id = paths.resolve(start.argument(), start.type(), "id", attributes.id(),
                    TaskMethodAttributes.segments(attributes.id()), problems).map(start::then).orElse(null);
        }
        ids.check(attributes.destination(), name, id, problems);
        return Optional.of(new ResolvedTask(value,
                new ResolvedTask.Payload(attributes.destination(), name, delay, id), attributes.failOnDuplicate()));
    }
}
