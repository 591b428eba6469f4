package io.quarkiverse.localtask.runtime.method;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Intercepted;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/**
 * Sends what an annotated method returned, or took, after it returned and before its transaction ends: the priority puts it
 * inside the JTA interceptors, which run at {@code PLATFORM_BEFORE + 200}, and outside the application's own.
 */
@Interceptor
@TaskMethodBinding(key = "")
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class TaskMethodInterceptor {

    private final TaskMethods methods;
    private final TaskMethodSender sender;
    private final String beanClass;

    @Inject
    TaskMethodInterceptor(TaskMethods methods, TaskMethodSender sender, @Intercepted Bean<?> bean) {
        this.methods = methods;
        this.sender = sender;
        this.beanClass = bean.getBeanClass().getName();
    }

    @AroundInvoke
    Object send(InvocationContext context) throws Exception {
        String key = context.getInterceptorBinding(TaskMethodBinding.class).key();
        TaskMethod method = methods.find(beanClass, key);
        Object result = context.proceed();
        sender.send(method, result, context.getParameters());
        return result;
    }
}
