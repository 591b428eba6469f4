package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * One property as byte code reads it.
 *
 * @param owner the class on which it is read; the member may be inherited
 * @param member the method's or field's name
 * @param field whether it is a field
 * @param erasure the member's type, erased
 */
record TaskMethodProperty(ClassInfo owner, String member, boolean field, String erasure) {

    static TaskMethodProperty of(ClassInfo owner, MethodInfo getter) {
        return new TaskMethodProperty(owner, getter.name(), false, erasure(getter.returnType()));
    }

    static TaskMethodProperty of(ClassInfo owner, FieldInfo field) {
        return new TaskMethodProperty(owner, field.name(), true, erasure(field.type()));
    }

    /** A protected nested class is public in its class file, a private one is package-private. */
    boolean isOwnerPublic() {
        return (owner.flags() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static String erasure(Type type) {
        return type.descriptor();
    }
}
