package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.MethodInfo;

import io.quarkus.arc.processor.BeanDeploymentValidator.ValidationContext;
import io.quarkus.arc.processor.BeanInfo;

/**
 * A bean for which ArC intercepts an annotated method, its own or an inherited one.
 *
 * @param bean the bean's class
 * @param bindings what ArC has resolved for the method: those of the method, the class, its stereotypes and superclasses
 * @param removed whether ArC leaves the bean out because nobody uses it; mistakes in it are reported all the same
 */
record TaskMethodHost(ClassInfo bean, Set<AnnotationInstance> bindings, boolean removed) {

    /** @return the hosts of each method, by the method's key */
    static Map<String, List<TaskMethodHost>> findAll(ValidationContext context) {
        Map<String, List<TaskMethodHost>> hosts = new HashMap<>();
        context.beans().classBeans().forEach(bean -> collect(bean, false, hosts));
        context.removedBeans().classBeans().forEach(bean -> collect(bean, true, hosts));
        return hosts;
    }

    private static void collect(BeanInfo bean, boolean removed, Map<String, List<TaskMethodHost>> hosts) {
        ClassInfo beanClass = bean.getTarget().get().asClass();
        for (Map.Entry<MethodInfo, Set<AnnotationInstance>> method : bean.getInterceptedMethodsBindings().entrySet()) {
            Set<AnnotationInstance> bindings = method.getValue();
            if (bindings.stream().anyMatch(binding -> binding.name().equals(TaskMethodNames.BINDING))) {
                hosts.computeIfAbsent(TaskMethodDeclaration.key(method.getKey()), key -> new ArrayList<>())
                        .add(new TaskMethodHost(beanClass, bindings, removed));
            }
        }
    }
}
