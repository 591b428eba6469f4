package io.quarkiverse.localtask.deployment;

import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.LocalTaskRecorder;
import io.quarkiverse.localtask.runtime.TaskDataSource;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;

/** Brings the engine's beans in and tells them which datasource holds the table; or, switched off, the bean that refuses. */
class EngineProcessor {

    private static final String RUNTIME = "io.quarkiverse.localtask.runtime.";

    @BuildStep
    AdditionalBeanBuildItem beans(LocalTaskBuildTimeConfig config) {
        AdditionalBeanBuildItem.Builder beans = AdditionalBeanBuildItem.builder().setUnremovable();
        if (config.enabled()) {
            beans.addBeanClasses(RUNTIME + "LocalTasksBean", RUNTIME + "LocalTaskEngine", RUNTIME + "TaskTable",
                    RUNTIME + "SchemaTool", RUNTIME + "TaskOperations", RUNTIME + "ChannelRegistry", RUNTIME + "ThreadChoice",
                    RUNTIME + "logging.TaskMdc");
        } else {
            beans.addBeanClass(RUNTIME + "DisabledLocalTasks");
        }
        return beans.build();
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void dataSource(Optional<TaskDataSourceBuildItem> dataSource, LocalTaskRecorder recorder,
            BuildProducer<SyntheticBeanBuildItem> beans) {
        dataSource.ifPresent(source -> beans.produce(SyntheticBeanBuildItem.configure(TaskDataSource.class)
                .scope(Singleton.class).unremovable().runtimeValue(recorder.dataSource(source.name(), source.dbKind()))
                .done()));
    }
}
