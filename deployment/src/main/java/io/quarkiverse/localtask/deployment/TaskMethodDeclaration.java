package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

/**
 * A method as it is annotated in source code.
 *
 * @param method the method
 * @param annotations its annotations, in their order
 */
record TaskMethodDeclaration(MethodInfo method, List<AnnotationInstance> annotations) {

    static List<TaskMethodDeclaration> findAll(IndexView index) {
        Map<String, TaskMethodDeclaration> found = new LinkedHashMap<>();
        for (DotName name : List.of(TaskMethodNames.LOCAL_TASK_MESSAGE, TaskMethodNames.LOCAL_TASK_MESSAGE_LIST)) {
            for (AnnotationInstance annotation : index.getAnnotations(name)) {
                if (annotation.target() != null && annotation.target().kind() == AnnotationTarget.Kind.METHOD) {
                    MethodInfo method = annotation.target().asMethod();
                    if (!isCompilersCopy(method)) {
                        found.putIfAbsent(key(method), new TaskMethodDeclaration(method, annotationsOf(method)));
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** The compiler copies annotations to bridge methods, which call the real one: two tasks instead of one. */
    static boolean isCompilersCopy(MethodInfo method) {
        return method.isBridge() || method.isSynthetic();
    }

    static boolean isAnnotated(Collection<AnnotationInstance> annotations) {
        return annotations.stream().anyMatch(annotation -> annotation.name().equals(TaskMethodNames.LOCAL_TASK_MESSAGE)
                || annotation.name().equals(TaskMethodNames.LOCAL_TASK_MESSAGE_LIST));
    }

    static boolean isPrivateOrStatic(MethodInfo method) {
        return (method.flags() & (Modifier.PRIVATE | Modifier.STATIC)) != 0;
    }

    static String key(MethodInfo method) {
        return method.declaringClass().name() + "#" + method.name() + method.parameterTypes().stream()
                .map(type -> type.name().toString()).collect(Collectors.joining(",", "(", ")"));
    }

    String key() {
        return key(method);
    }

    /** @return {@code Class#method()}, for error texts */
    String culprit() {
        return method.declaringClass().name() + "#" + method.name() + "()";
    }

    private static List<AnnotationInstance> annotationsOf(MethodInfo method) {
        List<AnnotationInstance> annotations = new ArrayList<>();
        for (AnnotationInstance annotation : method.declaredAnnotations()) {
            if (annotation.name().equals(TaskMethodNames.LOCAL_TASK_MESSAGE)) {
                annotations.add(annotation);
            } else if (annotation.name().equals(TaskMethodNames.LOCAL_TASK_MESSAGE_LIST)) {
                annotations.addAll(Arrays.asList(annotation.value().asNestedArray()));
            }
        }
        return annotations;
    }
}
