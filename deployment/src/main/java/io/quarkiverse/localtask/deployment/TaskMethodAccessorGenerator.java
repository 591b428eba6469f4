package io.quarkiverse.localtask.deployment;

import java.util.HashSet;
import java.util.Set;
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
    private final TransformedFields fields;
    private final Set<String> written = new HashSet<>();

    /** @param outputs where the accessors of a class go: to its class loader, application or library */
    TaskMethodAccessorGenerator(Function<DotName, ClassOutput> outputs, TransformedFields fields) {
        this.outputs = outputs;
        this.fields = fields;
    }

    void generate(TaskMethodProperty property) {
        String className = className(property);
        if (written.add(className)) {
            write(className, property.owner().name().toString(), fields.asBuilt(property));
        }
    }

    /**
     * Only a class of the same package may read a package-private class.
     *
     * @return the name of the accessor's class, which is public and has a public constructor without arguments
     */
    static String className(TaskMethodProperty property) {
        String owner = property.owner().name().toString();
        String member = "_" + property.member() + (property.field() ? "_field" : "") + SUFFIX;
        return property.isOwnerPublic() ? OWN_PACKAGE + owner + member : owner + member;
    }

    private void write(String className, String owner, TaskMethodProperty property) {
        try (ClassCreator accessor = ClassCreator.builder().classOutput(outputs.apply(property.owner().name()))
                .className(className)
                .interfaces(PropertyAccessor.class).build();
                MethodCreator get = accessor.getMethodCreator("get", Object.class, Object.class)) {
            ResultHandle target = get.checkCast(get.getMethodParam(0), owner);
            get.returnValue(read(get, target, owner, property));
        }
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
