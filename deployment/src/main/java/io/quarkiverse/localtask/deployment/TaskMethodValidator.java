package io.quarkiverse.localtask.deployment;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

/** The rules about where the annotation stands: on a method that ArC intercepts, in a transaction. */
final class TaskMethodValidator {

    private static final Set<String> WITHOUT_TRANSACTION = Set.of("NEVER", "NOT_SUPPORTED");

    private final IndexView index;
    private final Set<DotName> beanClasses;

    /** @param beanClasses the classes of all class beans, the unused ones too */
    TaskMethodValidator(IndexView index, Set<DotName> beanClasses) {
        this.index = index;
        this.beanClasses = beanClasses;
    }

    /** @return why the annotation would be ignored here, with the remedy */
    Optional<String> refusalOfDeclaration(TaskMethodDeclaration declaration, List<TaskMethodHost> hosts) {
        MethodInfo method = declaration.method();
        if (method.declaringClass().isInterface()) {
            return Optional.of("would be ignored, because ArC does not look at annotations on the methods of an interface: "
                    + (method.isDefault() ? "override the method in the bean's class, calling "
                            + method.declaringClass().simpleName() + ".super." + method.name() + "(), and annotate it there"
                            : "move the annotation to the implementing methods"));
        }
        if (Modifier.isPrivate(method.flags())) {
            return refusalByModifier("private", "make it package-private");
        }
        if (Modifier.isStatic(method.flags())) {
            return refusalByModifier("static", "make it an instance method of a CDI bean");
        }
        if (Modifier.isFinal(method.flags())) {
            return refusalByModifier("final", "remove 'final' (Kotlin: make the function open)");
        }
        if (method.isAbstract()) {
            return Optional.of("would be ignored, because the method is abstract and an override does not inherit it:"
                    + " move the annotation to the overriding methods");
        }
        return hosts.isEmpty() ? refusalWithoutHost(method) : Optional.empty();
    }

    private static Optional<String> refusalByModifier(String modifier, String remedy) {
        return Optional.of("is on a " + modifier + " method, which cannot be intercepted: " + remedy);
    }

    private Optional<String> refusalWithoutHost(MethodInfo method) {
        ClassInfo declaring = method.declaringClass();
        List<ClassInfo> concrete = index.getAllKnownSubclasses(declaring.name()).stream()
                .filter(subclass -> !subclass.isAbstract()).toList();
        if (concrete.isEmpty() && declaring.isAbstract()) {
            return Optional.empty();
        }
        if (beanClasses.contains(declaring.name())) {
            return Optional.of("would be ignored, because ArC does not intercept the method: it may not be a lifecycle"
                    + " callback or an interceptor method, and the classes of its arguments must be visible to the bean's");
        }
        List<ClassInfo> beans = concrete.stream().filter(subclass -> beanClasses.contains(subclass.name())).toList();
        if (!beans.isEmpty()) {
            return beans.stream().allMatch(bean -> hasAnnotatedOverride(bean, method)) ? Optional.empty()
                    : Optional.of("would be ignored, because each bean that inherits the method overrides it:"
                            + " annotate the overriding methods");
        }
        return Optional.of("would be ignored, because the class is not a CDI bean:"
                + " give it a scope, for example @ApplicationScoped");
    }

    /** @return the beans that override the method without an annotation of their own, which is allowed (a mock, say) */
    List<DotName> silentOverrides(TaskMethodDeclaration declaration, List<TaskMethodHost> hosts) {
        Set<DotName> sending = hosts.stream().map(host -> host.bean().name()).collect(Collectors.toSet());
        return index.getAllKnownSubclasses(declaration.method().declaringClass().name()).stream()
                .filter(subclass -> beanClasses.contains(subclass.name()) && !sending.contains(subclass.name()))
                .filter(subclass -> !hasAnnotatedOverride(subclass, declaration.method())).map(ClassInfo::name).toList();
    }

    private boolean hasAnnotatedOverride(ClassInfo subclass, MethodInfo method) {
        return BoundType.of(subclass, index).hierarchy().stream().map(BoundType::info)
                .takeWhile(type -> !type.name().equals(method.declaringClass().name()))
                .flatMap(type -> type.methods().stream())
                .anyMatch(override -> override.name().equals(method.name())
                        && override.parametersCount() == method.parametersCount()
                        && TaskMethodDeclaration.isAnnotated(override.declaredAnnotations()));
    }

    /** @return why the method has no transaction in this bean, with the remedy */
    Optional<String> refusalWithoutTransaction(TaskMethodDeclaration declaration, TaskMethodHost host) {
        List<String> types = host.bindings().stream()
                .filter(binding -> binding.name().equals(TaskMethodNames.TRANSACTIONAL))
                .map(TaskMethodValidator::transactionType).toList();
        String remedy = "add @Transactional to the method or to its class; a helper that its caller's transaction covers"
                + " takes @Transactional(MANDATORY)";
        if (types.isEmpty()) {
            return Optional.of("needs a transaction" + onInterface(declaration.method(), host.bean()) + ": " + remedy);
        }
        return types.stream().filter(WITHOUT_TRANSACTION::contains).findFirst()
                .map(type -> "needs a transaction, but @Transactional(" + type + ") runs it without one: " + remedy);
    }

    private static String transactionType(AnnotationInstance transactional) {
        AnnotationValue value = transactional.value();
        return value == null ? "REQUIRED" : value.asEnum();
    }

    private String onInterface(MethodInfo method, ClassInfo bean) {
        return BoundType.of(bean, index).hierarchy().stream().map(BoundType::info).filter(ClassInfo::isInterface)
                .filter(type -> type.hasDeclaredAnnotation(TaskMethodNames.TRANSACTIONAL)
                        || type.methods().stream().anyMatch(declared -> declared.name().equals(method.name())
                                && declared.hasDeclaredAnnotation(TaskMethodNames.TRANSACTIONAL)))
                .findFirst()
                .map(type -> " (a class does not inherit @Transactional from an interface, here " + type.name() + ")")
                .orElse("");
    }
}
