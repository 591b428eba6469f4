package io.quarkiverse.localtask.runtime.method;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import jakarta.inject.Singleton;

/** The annotated methods of the application, filled once, before any bean can be called. */
@Singleton
public class TaskMethods {

    private volatile Map<String, Map<String, TaskMethod>> byBeanClass = Map.of();

    void register(Collection<TaskMethod> methods) {
        Map<String, Map<String, TaskMethod>> registered = new HashMap<>();
        for (TaskMethod method : methods) {
            registered.computeIfAbsent(method.beanClass(), bean -> new HashMap<>()).put(method.key(), method);
        }
        byBeanClass = registered;
    }

    TaskMethod find(String beanClass, String key) {
        TaskMethod method = byBeanClass.getOrDefault(beanClass, Map.of()).get(key);
        if (method == null) {
            throw new IllegalStateException("@LocalTaskMessage on " + key + " of the bean " + beanClass
                    + " is not known to this application: call it after the application has started");
        }
        return method;
    }
}
