package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;

/**
 * One property as byte code reads it.
 *
 * @param owner the class on which it is read; the member may be inherited
 * @param member the method's or field's name
 * @param field whether it is a field
 * @param descriptor the member's erased type, as in a class file
 */
record TaskMethodProperty(ClassInfo owner, String member, boolean field, String descriptor) {

    static TaskMethodProperty of(ClassInfo owner, MethodInfo getter) {
        return new TaskMethodProperty(owner, getter.name(), false, getter.returnType().descriptor());
    }

    static TaskMethodProperty of(ClassInfo owner, FieldInfo field) {
        return new TaskMethodProperty(owner, field.name(), true, field.type().descriptor());
    }

    /** A protected nested class is public in its class file, a private one is package-private. */
    boolean isOwnerPublic() {
        return (owner.flags() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }
}
