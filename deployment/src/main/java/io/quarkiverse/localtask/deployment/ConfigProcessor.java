package io.quarkiverse.localtask.deployment;

import java.util.TreeSet;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.localtask.runtime.config.Declared;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.MapKeys;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.SettingsProducer;
import io.quarkiverse.localtask.runtime.config.SettingsRecorder;
import io.quarkiverse.localtask.runtime.config.ShardLayout;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.BeanContainerBuildItem;
import io.quarkus.arc.deployment.SyntheticBeansRuntimeInitBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Consume;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;

/** Checks what is fixed at build, hands it to the run time, and makes the settings a bean that is checked at start. */
class ConfigProcessor {

    @BuildStep
    void beans(BuildProducer<AdditionalBeanBuildItem> beans, BuildProducer<UnremovableBeanBuildItem> unremovable) {
        beans.produce(AdditionalBeanBuildItem.unremovableOf(SettingsProducer.class));
        unremovable.produce(UnremovableBeanBuildItem.beanTypes(Settings.class));
    }

    @BuildStep
    void checkFixedPart(LocalTaskBuildTimeConfig config, BuildProducer<ValidationErrorBuildItem> errors) {
        if (!config.enabled()) {
            return;
        }
        Declared declared = Declared.atBuild(ConfigProvider.getConfig());
        Problems problems = new Problems();
        MapKeys.checkDistinct("shard", declared.shards(), problems);
        MapKeys.checkDistinct("destination", declared.destinations(), problems);
        declared.destinations().forEach(name -> MapKeys.checkName("destination", name, problems));
        ShardLayout.of(config, declared.shards(), problems);
        problems.toException().ifPresent(e -> errors.produce(new ValidationErrorBuildItem(e)));
    }

    @BuildStep
    void recordNames(BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) {
        Declared declared = Declared.atBuild(ConfigProvider.getConfig());
        defaults.produce(new RunTimeConfigurationDefaultBuildItem(Declared.SHARDS_PROPERTY,
                String.join(",", new TreeSet<>(declared.shards()))));
        defaults.produce(new RunTimeConfigurationDefaultBuildItem(Declared.DESTINATIONS_PROPERTY,
                String.join(",", new TreeSet<>(declared.destinations()))));
    }

    /** The channels' checks ask registries that are beans of the run time. */
    @BuildStep
    @Consume(SyntheticBeansRuntimeInitBuildItem.class)
    @Record(ExecutionTime.RUNTIME_INIT)
    void checkAtStart(LocalTaskBuildTimeConfig config, SettingsRecorder recorder, BeanContainerBuildItem container) {
        if (config.enabled()) {
            recorder.check(container.getValue());
        }
    }
}
