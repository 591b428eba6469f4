package io.quarkiverse.localtask.deployment;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.ClassType;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

import io.quarkiverse.localtask.runtime.LocalTaskRecorder;
import io.quarkiverse.localtask.runtime.VirtualThreadChannels;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.BeanInfo;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.execannotations.ExecutionModelAnnotationsAllowedBuildItem;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;

/** Finds the blocking channels that ask for virtual threads. */
class VirtualThreadsProcessor {

    private static final DotName ANNOTATION = DotName.createSimple(RunOnVirtualThread.class);
    private static final DotName BLOCKING_CHANNEL = DotName.createSimple(BlockingTaskChannel.class);
    private static final Type DELIVERY = ClassType.create(Delivery.class);

    /** Quarkus refuses the annotation wherever nobody claims to obey it. */
    @BuildStep
    ExecutionModelAnnotationsAllowedBuildItem allow(CombinedIndexBuildItem combined) {
        Set<DotName> channels = combined.getIndex().getAllKnownImplementations(BLOCKING_CHANNEL).stream().map(ClassInfo::name)
                .collect(Collectors.toSet());
        return new ExecutionModelAnnotationsAllowedBuildItem(method -> isDeliver(method)
                && !method.hasDeclaredAnnotation(Blocking.class) && !method.hasDeclaredAnnotation(NonBlocking.class)
                && channels.contains(method.declaringClass().name()));
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    SyntheticBeanBuildItem channels(BeanDiscoveryFinishedBuildItem beans, CombinedIndexBuildItem combined,
            LocalTaskRecorder recorder) {
        Set<String> names = new TreeSet<>();
        beans.beanStream().withBeanType(BlockingTaskChannel.class)
                .filter(bean -> isAnnotated(bean, combined.getIndex()))
                .forEach(bean -> names.add(ChannelsProcessor.nameOf(bean)));
        return SyntheticBeanBuildItem.configure(VirtualThreadChannels.class).scope(Singleton.class)
                .runtimeValue(recorder.virtualThreadChannels(names)).done();
    }

    /** On a method of such a channel Quarkus itself refuses it. */
    @BuildStep
    void check(LocalTaskBuildTimeConfig config, ValidationPhaseBuildItem validation,
            BuildProducer<ValidationErrorBuildItem> errors) {
        if (!config.enabled()) {
            return;
        }
        Problems problems = new Problems();
        validation.getContext().beans().withBeanType(TaskChannel.class)
                .filter(bean -> bean.getImplClazz() != null && bean.getImplClazz().hasDeclaredAnnotation(ANNOTATION))
                .forEach(bean -> problems.add("@RunOnVirtualThread on " + bean.getImplClazz().name()
                        + " has no effect: a TaskChannel must not block; implement BlockingTaskChannel, or remove it"));
        problems.toException().ifPresent(e -> errors.produce(new ValidationErrorBuildItem(e)));
    }

    private static boolean isDeliver(MethodInfo method) {
        return method.name().equals("deliver") && method.parametersCount() == 1
                && method.parameterType(0).equals(DELIVERY);
    }

    /** On the bean's class, on the method that runs, or on the class that declares it. */
    private static boolean isAnnotated(BeanInfo bean, IndexView index) {
        ClassInfo type = bean.getImplClazz();
        if (type == null || type.hasDeclaredAnnotation(ANNOTATION)) {
            return type != null;
        }
        while (type != null) {
            MethodInfo deliver = type.method("deliver", DELIVERY);
            if (deliver != null) {
                return deliver.hasDeclaredAnnotation(ANNOTATION) || type.hasDeclaredAnnotation(ANNOTATION);
            }
            type = type.superName() == null ? null : index.getClassByName(type.superName());
        }
        return false;
    }
}
