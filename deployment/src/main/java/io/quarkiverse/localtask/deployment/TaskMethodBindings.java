package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationTransformation;
import org.jboss.jandex.MethodInfo;

/** Binds the interceptor to annotated methods that ArC can intercept. */
final class TaskMethodBindings implements AnnotationTransformation {

    @Override
    public boolean supports(AnnotationTarget.Kind kind) {
        return kind == AnnotationTarget.Kind.METHOD;
    }

    @Override
    public void apply(TransformationContext context) {
        MethodInfo method = context.declaration().asMethod();
        if (!TaskMethodDeclaration.isAnnotated(context.annotations()) || TaskMethodDeclaration.isCompilersCopy(method)) {
            return;
        }
        if (Modifier.isPrivate(method.flags()) || Modifier.isStatic(method.flags())) {
            // The validator fails this build. ArC would fail it first, and hide the other violations.
            context.remove(annotation -> annotation.name().equals(TaskMethodNames.TRANSACTIONAL));
            return;
        }
        context.add(AnnotationInstance.builder(TaskMethodNames.BINDING).add("key", TaskMethodDeclaration.key(method))
                .buildWithTarget(method));
    }
}
