package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;
import org.jboss.logging.Logger;

/** Goes through all annotated methods, and either describes what each sends or collects what is wrong with it. */
final class TaskMethodAnalysis {

    private static final Logger LOG = Logger.getLogger("io.quarkiverse.localtask");

    private final IndexView index;
    private final TaskMethodValidator validator;
    private final TaskMethodResolver resolver;
    private final TaskMethodViolations violations;

    TaskMethodAnalysis(IndexView index, TaskMethodValidator validator, TaskMethodResolver resolver,
            TaskMethodViolations violations) {
        this.index = index;
        this.validator = validator;
        this.resolver = resolver;
        this.violations = violations;
    }

    List<TaskMethodBuildItem> analyse(List<TaskMethodDeclaration> declarations, Map<String, List<TaskMethodHost>> hosts) {
        List<TaskMethodBuildItem> methods = new ArrayList<>();
        for (TaskMethodDeclaration declaration : declarations) {
            List<TaskMethodHost> found = hosts.getOrDefault(declaration.key(), List.of());
            validator.refusalOfDeclaration(declaration, found)
                    .ifPresent(refusal -> violations.add(declaration.culprit(), refusal));
            warnOfSilentOverrides(declaration, found);
            for (TaskMethodHost host : found) {
                String culprit = culprit(declaration, host.bean());
                validator.refusalWithoutTransaction(declaration, host)
                        .ifPresent(refusal -> violations.add(culprit, refusal));
                List<ResolvedTask> tasks = resolve(declaration, host.bean(), culprit);
                if (!host.removed()) {
                    methods.add(new TaskMethodBuildItem(host.bean().name().toString(), declaration, tasks));
                }
            }
            if (found.isEmpty() && declaration.method().declaringClass().typeParameters().isEmpty()) {
                resolve(declaration, declaration.method().declaringClass(), declaration.culprit());
            }
        }
        return methods;
    }

    private void warnOfSilentOverrides(TaskMethodDeclaration declaration, List<TaskMethodHost> hosts) {
        if (!hosts.isEmpty()) {
            validator.silentOverrides(declaration, hosts).forEach(bean -> LOG.warnf("%s overrides %s without its"
                    + " @LocalTaskMessage, so that calls of this bean send nothing: repeat the annotation if they should",
                    bean, declaration.culprit()));
        }
    }

    private List<ResolvedTask> resolve(TaskMethodDeclaration declaration, ClassInfo bean, String culprit) {
        Consumer<String> problems = problem -> violations.add(culprit, problem);
        List<ResolvedTask> tasks = new ArrayList<>();
        for (AnnotationInstance annotation : declaration.annotations()) {
            resolver.resolve(BoundType.of(bean, index), declaration.method(), TaskMethodAttributes.of(annotation), problems)
                    .ifPresent(tasks::add);
        }
        refuseEqualIds(tasks, problems);
        return tasks;
    }

    private static void refuseEqualIds(List<ResolvedTask> tasks, Consumer<String> problems) {
        Set<List<String>> ids = new HashSet<>();
        tasks.stream().map(ResolvedTask::payload).filter(payload -> payload != null && payload.id() != null)
                .map(payload -> List.of(payload.destination(), payload.name(), payload.id().text()))
                .filter(id -> !ids.add(id)).collect(Collectors.toSet())
                .forEach(id -> problems.accept("is repeated with the same destination, name and id, '" + String.join(":", id)
                        + "', so the second task is a duplicate of the first: give each its own 'name'"));
    }

    private static String culprit(TaskMethodDeclaration declaration, ClassInfo bean) {
        boolean inherited = !bean.name().equals(declaration.method().declaringClass().name());
        return declaration.culprit() + (inherited ? ", inherited by " + bean.name() + "," : "");
    }
}
