package io.quarkiverse.localtask.deployment;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationTransformation;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

import io.quarkiverse.localtask.runtime.compensation.ShardSchedules;
import io.quarkiverse.localtask.runtime.config.Declared;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.runtime.config.ShardLayout;
import io.quarkiverse.localtask.runtime.config.ShardPeriodInterceptor;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.AnnotationsTransformerBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduled.Schedules;

/**
 * Gives every shard two schedules, of which exactly one is on. Their values are expressions, so the operator sets them at
 * start;
 * {@code MapKeyInterceptor} finds every spelling of the keys. The schedules are annotations on a method that is there already:
 * a generated bean is an application class, which the scheduler's own generated code cannot see.
 */
class ShardsProcessor {

    private static final DotName BEAN = DotName.createSimple(ShardSchedules.class);
    private static final DotName SCHEDULED = DotName.createSimple(Scheduled.class);
    private static final DotName CONCURRENT = DotName.createSimple(ConcurrentExecution.class);
    private static final Type NOT_RUNNING = Type.create(DotName.createSimple(Scheduled.ApplicationNotRunning.class),
            Type.Kind.CLASS);

    @BuildStep
    void schedules(LocalTaskBuildTimeConfig config, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<AnnotationsTransformerBuildItem> transformers) {
        if (!config.enabled()) {
            return;
        }
        // What is wrong with the layout is reported by ConfigProcessor.
        ShardLayout layout = ShardLayout.of(config, Declared.atBuild(ConfigProvider.getConfig()).shards(), new Problems());
        beans.produce(AdditionalBeanBuildItem.unremovableOf(ShardSchedules.class));
        transformers.produce(new AnnotationsTransformerBuildItem(AnnotationTransformation.forMethods()
                .whenMethod(ShardsProcessor::isTick)
                .transform(context -> context.add(schedules(layout, context.declaration().asMethod())))));
    }

    private static boolean isTick(MethodInfo method) {
        return method.declaringClass().name().equals(BEAN) && method.name().equals("tick");
    }

    private static AnnotationInstance schedules(ShardLayout layout, MethodInfo tick) {
        AnnotationInstance[] each = layout.houses().keySet().stream()
                .flatMap(shard -> both(shard, layout.implicit(), tick)).toArray(AnnotationInstance[]::new);
        return AnnotationInstance.builder(Schedules.class).add("value", each).buildWithTarget(tick);
    }

    private static Stream<AnnotationInstance> both(String shard, boolean implicit, AnnotationTarget tick) {
        String every = implicit ? ShardPeriodInterceptor.IMPLICIT : ShardPeriodInterceptor.DECLARED + shard;
        return Stream.of(schedule(shard, "cron", PropertyNames.ofShard(shard, "cron"), tick),
                schedule(shard, "every", every, tick));
    }

    private static AnnotationInstance schedule(String shard, String kind, String property, AnnotationTarget tick) {
        return AnnotationInstance.create(SCHEDULED, tick, List.of(
                AnnotationValue.createStringValue(kind, "{" + property + ":off}"),
                AnnotationValue.createStringValue("identity", ShardSchedules.identity(shard, kind)),
                AnnotationValue.createEnumValue("concurrentExecution", CONCURRENT, ConcurrentExecution.SKIP.name()),
                AnnotationValue.createClassValue("skipExecutionIf", NOT_RUNNING)));
    }
}
