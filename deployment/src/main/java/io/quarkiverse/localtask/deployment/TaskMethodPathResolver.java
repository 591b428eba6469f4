package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/** Finds the properties of a path: record components, getters and public fields, own and inherited, through Optional. */
final class TaskMethodPathResolver {

    private static final int SHOWN_NAMES = 12;

    private final IndexView index;
    private final TaskMethodTypes types;

    TaskMethodPathResolver(IndexView index, TaskMethodTypes types) {
        this.index = index;
        this.types = types;
    }

    /**
     * @param start where the path begins: an argument's index, or {@code ValuePath.RESULT}
     * @param startType the type there
     * @param attribute the annotation's attribute, for error texts
     * @param text the whole path, as the user wrote it
     * @param segments the steps to take from the start
     * @param problems takes a violation, in the form "rule: remedy"
     */
    Optional<TaskMethodPath> resolve(int start, Type startType, String attribute, String text, List<String> segments,
            Consumer<String> problems) {
        List<TaskMethodProperty> properties = new ArrayList<>();
        Type type = types.content(startType);
        for (String segment : segments) {
            String where = "has the " + attribute + " path '" + text + "'";
            Optional<String> variable = type.kind() == Type.Kind.TYPE_VARIABLE ? types.unresolvedVariable(type)
                    : Optional.empty();
            if (variable.isPresent()) {
                problems.accept(where + ", but the type variable " + variable.get() + " before '" + segment
                        + "' is not resolved: give it a concrete type where the class is used or extended");
                return Optional.empty();
            }
            Optional<BoundType> bound = BoundType.of(type, index);
            if (bound.isEmpty() && type.kind() == Type.Kind.CLASS) {
                problems.accept(where + ", but the class " + type + " before '" + segment
                        + "' is not found: add it to the class path of the build");
                return Optional.empty();
            }
            Optional<Step> step = bound.flatMap(owner -> step(owner, segment));
            if (step.isEmpty()) {
                problems.accept(where + ", but " + type + " has no '" + segment
                        + "': it must be a record component, a public getter or a public field" + bound.map(this::known)
                                .orElse(""));
                return Optional.empty();
            }
            properties.add(step.get().property);
            type = types.content(step.get().type);
        }
        return Optional.of(new TaskMethodPath(start, text, properties, type));
    }

    private record Step(TaskMethodProperty property, Type type) {
    }

    /** A getter wins over a field: it works on the lazy proxy of an entity too, whose fields are empty. */
    private static Optional<Step> step(BoundType owner, String name) {
        for (BoundType declaring : owner.hierarchy()) {
            for (MethodInfo method : declaring.info().methods()) {
                if (isReadable(method) && name.equals(propertyName(declaring.info(), method))) {
                    return Optional.of(new Step(TaskMethodProperty.of(owner.info(), method),
                            declaring.resolve(method.returnType())));
                }
            }
        }
        for (BoundType declaring : owner.hierarchy()) {
            FieldInfo field = declaring.info().field(name);
            if (field != null && isReadable(field)) {
                return Optional.of(new Step(TaskMethodProperty.of(owner.info(), field), declaring.resolve(field.type())));
            }
        }
        return Optional.empty();
    }

    private String known(BoundType owner) {
        Set<String> names = new TreeSet<>();
        for (BoundType declaring : owner.hierarchy()) {
            if (declaring.info().name().equals(TaskMethodNames.OBJECT)) {
                continue;
            }
            for (MethodInfo method : declaring.info().methods()) {
                String name = isReadable(method) ? propertyName(declaring.info(), method) : null;
                if (name != null) {
                    names.add(name);
                }
            }
            declaring.info().fields().stream().filter(TaskMethodPathResolver::isReadable).map(FieldInfo::name)
                    .forEach(names::add);
        }
        if (names.isEmpty()) {
            return "";
        }
        return " (there are: " + String.join(", ", names.stream().limit(SHOWN_NAMES).toList())
                + (names.size() > SHOWN_NAMES ? ", …" : "") + ")";
    }

    private static boolean isReadable(MethodInfo method) {
        return method.parametersCount() == 0 && Modifier.isPublic(method.flags()) && !Modifier.isStatic(method.flags())
                && !TaskMethodDeclaration.isCompilersCopy(method) && method.returnType().kind() != Type.Kind.VOID
                && !method.name().equals("getClass");
    }

    private static boolean isReadable(FieldInfo field) {
        return Modifier.isPublic(field.flags()) && !Modifier.isStatic(field.flags());
    }

    private static String propertyName(ClassInfo declaring, MethodInfo method) {
        String name = method.name();
        if (declaring.isRecord() && declaring.recordComponent(name) != null) {
            return name;
        }
        if (name.length() > 3 && name.startsWith("get")) {
            return decapitalize(name.substring(3));
        }
        boolean yesOrNo = Set.of("boolean", "java.lang.Boolean").contains(method.returnType().name().toString());
        return yesOrNo && name.length() > 2 && name.startsWith("is") ? decapitalize(name.substring(2)) : null;
    }

    /** As JavaBeans does: {@code getURL} is the property {@code URL}. */
    private static String decapitalize(String name) {
        boolean acronym = name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1));
        return acronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
