package io.quarkiverse.localtask.deployment;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.jboss.jandex.DotName;

import io.quarkiverse.localtask.runtime.method.PropertyAccessor;
import io.quarkus.gizmo.ClassCreator;
import io.quarkus.gizmo.ClassOutput;
import io.quarkus.gizmo.FieldDescriptor;
import io.quarkus.gizmo.MethodCreator;
import io.quarkus.gizmo.MethodDescriptor;
import io.quarkus.gizmo.ResultHandle;

/** Writes one small class for each property that a path reads; paths share them. */
final class TaskMethodAccessorGenerator {

    private static final String SUFFIX = "_LocalTaskAccessor";
    private static final String OWN_PACKAGE = "io.quarkiverse.localtask.generated.";

    private final Function<DotName, ClassOutput> outputs;
    private final Map<String, String> classNames = new HashMap<>();

    /** @param outputs where the accessors of a class go: to its class loader, application or library */
    TaskMethodAccessorGenerator(Function<DotName, ClassOutput> outputs) {
        this.outputs = outputs;
    }

    /** @return the name of the accessor's class, which is public and has a public constructor without arguments */
    String generate(TaskMethodProperty property) {
        String owner = property.owner().name().toString();
        String className = className(property, owner);
        return classNames.computeIfAbsent(className, name -> write(name, owner, property));
    }

    /** Only a class of the same package may read a package-private class. */
    private static String className(TaskMethodProperty property, String owner) {
        String member = "_" + property.member() + (property.field() ? "_field" : "") + SUFFIX;
        return property.isOwnerPublic() ? OWN_PACKAGE + owner + member : owner + member;
    }

    private String write(String className, String owner, TaskMethodProperty property) {
        try (ClassCreator accessor = ClassCreator.builder().classOutput(outputs.apply(property.owner().name()))
                .className(className)
                .interfaces(PropertyAccessor.class).build();
                MethodCreator get = accessor.getMethodCreator("get", Object.class, Object.class)) {
            ResultHandle target = get.checkCast(get.getMethodParam(0), owner);
            get.returnValue(read(get, target, owner, property));
        }
        return className;
    }

    private static ResultHandle read(MethodCreator get, ResultHandle target, String owner, TaskMethodProperty property) {
        if (property.field()) {
            return get.readInstanceField(FieldDescriptor.of(owner, property.member(), property.descriptor()), target);
        }
        MethodDescriptor getter = MethodDescriptor.ofMethod(owner, property.member(), property.descriptor());
        return property.owner().isInterface() ? get.invokeInterfaceMethod(getter, target)
                : get.invokeVirtualMethod(getter, target);
    }
}
