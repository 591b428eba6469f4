package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;

/**
 * One property as byte code reads it.
 *
 * @param owner the class on which it is read; the member may be inherited
 * @param declaring the class that has the member
 * @param member the method's or field's name
 * @param field whether it is a field
 * @param descriptor the member's erased type, as in a class file
 */
record TaskMethodProperty(ClassInfo owner, DotName declaring, String member, boolean field, String descriptor) {

    static TaskMethodProperty of(ClassInfo owner, MethodInfo getter) {
        return new TaskMethodProperty(owner, getter.declaringClass().name(), getter.name(), false,
                getter.returnType().descriptor());
    }

    static TaskMethodProperty of(ClassInfo owner, FieldInfo field) {
        return new TaskMethodProperty(owner, field.declaringClass().name(), field.name(), true, field.type().descriptor());
    }

    /** @return the same property, read by a getter of the same type */
    TaskMethodProperty readBy(MethodInfo getter) {
        return of(owner, getter);
    }

    /** A protected nested class is public in its class file, a private one is package-private. */
    boolean isOwnerPublic() {
        return (owner.flags() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }
}
