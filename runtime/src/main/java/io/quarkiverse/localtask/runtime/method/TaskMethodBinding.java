package io.quarkiverse.localtask.runtime.method;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;

/**
 * Binds {@link TaskMethodInterceptor} to a method. The build adds it to each method that carries {@code @LocalTaskMessage};
 * not for use in source code.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
public @interface TaskMethodBinding {

    /** @return finds the method's description in {@link TaskMethods} */
    @Nonbinding
    String key();
}
