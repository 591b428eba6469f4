package io.quarkiverse.localtask.deployment;

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
        if (TaskMethodDeclaration.isPrivateOrStatic(method)) {
            // The validator fails this build. For the method's other bindings ArC would fail it first, and hide the rest.
            context.removeAll();
            return;
        }
        context.add(AnnotationInstance.builder(TaskMethodNames.BINDING).add("key", TaskMethodDeclaration.key(method))
                .buildWithTarget(method));
    }
}
