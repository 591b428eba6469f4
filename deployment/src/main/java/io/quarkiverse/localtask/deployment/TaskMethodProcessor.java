package io.quarkiverse.localtask.deployment;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

import io.quarkiverse.localtask.runtime.method.TaskMethodBinding;
import io.quarkiverse.localtask.runtime.method.TaskMethodInterceptor;
import io.quarkiverse.localtask.runtime.method.TaskMethodRecorder;
import io.quarkiverse.localtask.runtime.method.TaskMethodSender;
import io.quarkiverse.localtask.runtime.method.TaskMethods;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.AnnotationsTransformerBuildItem;
import io.quarkus.arc.deployment.BeanContainerListenerBuildItem;
import io.quarkus.arc.deployment.CompletedApplicationClassPredicateBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.BeanDeploymentValidator.ValidationContext;
import io.quarkus.deployment.GeneratedClassGizmoAdaptor;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.GeneratedClassBuildItem;
import io.quarkus.deployment.builditem.TransformedClassesBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveHierarchyBuildItem;
import io.quarkus.deployment.recording.RecorderContext;

/** {@code @LocalTaskMessage}: binds the interceptor, checks the annotated methods, and records what each sends. */
class TaskMethodProcessor {

    @BuildStep
    AnnotationsTransformerBuildItem bindInterceptor() {
        return new AnnotationsTransformerBuildItem(new TaskMethodBindings());
    }

    @BuildStep
    List<AdditionalBeanBuildItem> beans() {
        return List.of(
                new AdditionalBeanBuildItem(TaskMethodBinding.class, TaskMethodInterceptor.class, TaskMethodSender.class),
                AdditionalBeanBuildItem.unremovableOf(TaskMethods.class));
    }

    @BuildStep
    void analyse(ValidationPhaseBuildItem validationPhase, CombinedIndexBuildItem combinedIndex,
            DestinationsBuildItem destinations, BuildProducer<TaskMethodBuildItem> methods,
            BuildProducer<ValidationErrorBuildItem> errors) {
        ValidationContext context = validationPhase.getContext();
        IndexView index = combinedIndex.getComputingIndex();
        TaskMethodTypes types = new TaskMethodTypes(index);
        TaskMethodViolations violations = new TaskMethodViolations();
        TaskMethodAnalysis analysis = new TaskMethodAnalysis(index,
                new TaskMethodValidator(index, beanClasses(context)),
                new TaskMethodResolver(destinations.names(), types, new TaskMethodPathResolver(index, types),
                        new TaskMethodIds(index)),
                violations);
        Map<String, List<TaskMethodHost>> hosts = TaskMethodHost.findAll(context);
        methods.produce(analysis.analyse(TaskMethodDeclaration.findAll(combinedIndex.getIndex()), hosts));
        violations.toException().ifPresent(violation -> errors.produce(new ValidationErrorBuildItem(violation)));
    }

    private static Set<DotName> beanClasses(ValidationContext context) {
        return Stream.concat(context.beans().classBeans().stream(), context.removedBeans().classBeans().stream())
                .map(bean -> bean.getBeanClass()).collect(Collectors.toSet());
    }

    /** Jackson writes payloads by reflection, which a native executable must know of. */
    @BuildStep
    void registerPayloads(List<TaskMethodBuildItem> methods, BuildProducer<ReflectiveHierarchyBuildItem> hierarchies) {
        methods.stream().flatMap(method -> method.tasks().stream()).filter(task -> task.payload() != null)
                .map(task -> task.value().type()).filter(type -> type.kind() != Type.Kind.PRIMITIVE).distinct()
                .forEach(type -> hierarchies.produce(
                        ReflectiveHierarchyBuildItem.builder(type).source("@LocalTaskMessage").build()));
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void record(List<TaskMethodBuildItem> methods, TaskMethodRecorder recorder, RecorderContext recorderContext,
            BuildProducer<BeanContainerListenerBuildItem> listeners) {
        if (methods.isEmpty()) {
            return;
        }
        TaskMethodDescriptions descriptions = new TaskMethodDescriptions(recorderContext);
        listeners.produce(new BeanContainerListenerBuildItem(
                recorder.register(methods.stream().map(descriptions::describe).toList())));
    }

    /** A step of its own: only the classes wait for those that other extensions change, what is recorded does not. */
    @BuildStep
    void generateAccessors(List<TaskMethodBuildItem> methods, CompletedApplicationClassPredicateBuildItem applicationClasses,
            TransformedClassesBuildItem transformed, BuildProducer<GeneratedClassBuildItem> generatedClasses) {
        TaskMethodAccessorGenerator accessors = new TaskMethodAccessorGenerator(
                owner -> new GeneratedClassGizmoAdaptor(generatedClasses, applicationClasses.test(owner)),
                new TransformedFields(transformed));
        methods.stream().flatMap(method -> method.tasks().stream()).flatMap(ResolvedTask::paths)
                .flatMap(path -> path.properties().stream()).forEach(accessors::generate);
    }
}
