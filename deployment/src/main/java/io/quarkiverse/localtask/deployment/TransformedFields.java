package io.quarkiverse.localtask.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.Index;
import org.jboss.jandex.MethodInfo;

import io.quarkus.deployment.bean.JavaBeanUtil;
import io.quarkus.deployment.builditem.TransformedClassesBuildItem;
import io.quarkus.deployment.builditem.TransformedClassesBuildItem.TransformedClass;

/**
 * Public fields as they are after the build has changed their classes. Quarkus hides those of entities behind getters that
 * it adds, and lets the application's classes call these, but not generated ones. The changed class is asked rather than
 * its annotations: it knows about Panache, mappings in XML, and Hibernate ORM being off.
 */
final class TransformedFields {

    private final Map<String, TransformedClass> classes;

    TransformedFields(TransformedClassesBuildItem transformed) {
        classes = transformed.getTransformedClassesByJar().values().stream().flatMap(Collection::stream)
                .filter(type -> type.getClassName() != null && type.getData() != null)
                .collect(Collectors.toMap(TransformedClass::getClassName, type -> type, (one, same) -> one));
    }

    /** @return the getter that the build has added for a field, which fills a lazy proxy too; or else the property itself */
    TaskMethodProperty asBuilt(TaskMethodProperty property) {
        TransformedClass declaring = property.field() ? classes.get(property.declaring().toString()) : null;
        return declaring == null ? property
                : getter(read(declaring), property).map(getter -> property.readBy(getter)).orElse(property);
    }

    private static Optional<MethodInfo> getter(ClassInfo declaring, TaskMethodProperty field) {
        String name = JavaBeanUtil.getGetterName(field.member(), field.descriptor());
        return declaring.methods().stream()
                .filter(method -> method.name().equals(name) && method.parametersCount() == 0
                        && Modifier.isPublic(method.flags()) && !Modifier.isStatic(method.flags())
                        && method.returnType().descriptor().equals(field.descriptor()))
                .findFirst();
    }

    private static ClassInfo read(TransformedClass type) {
        try {
            return Index.singleClass(type.getData());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the class " + type.getClassName(), e);
        }
    }
}
