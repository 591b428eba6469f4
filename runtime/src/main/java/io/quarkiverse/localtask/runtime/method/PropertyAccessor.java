package io.quarkiverse.localtask.runtime.method;

/** Reads one property of one class. The build generates an implementation for each property that a path needs. */
public interface PropertyAccessor {

    /**
     * @param target never {@code null}; of the class this accessor was generated for
     * @return the property's value, boxed if it is a primitive
     */
    Object get(Object target);
}
