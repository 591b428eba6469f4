package io.quarkiverse.localtask.deployment;

import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.LocalTaskRecorder;
import io.quarkiverse.localtask.runtime.TaskDataSource;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;

/** Brings the engine's beans in and tells them which datasource holds the table; or, switched off, the bean that refuses. */
class EngineProcessor {

    private static final String RUNTIME = "io.quarkiverse.localtask.runtime.";

    @BuildStep
    AdditionalBeanBuildItem beans(LocalTaskBuildTimeConfig config) {
        AdditionalBeanBuildItem.Builder beans = AdditionalBeanBuildItem.builder().setUnremovable();
        if (config.enabled()) {
            beans.addBeanClasses(RUNTIME + "LocalTasksBean", RUNTIME + "LocalTaskEngine", RUNTIME + "TaskTable",
                    RUNTIME + "ChannelRegistry", RUNTIME + "ThreadChoice");
        } else {
            beans.addBeanClass(RUNTIME + "DisabledLocalTasks");
        }
        return beans.build();
    }

    /** A schema tool on the class path is taken to serve the datasource: the table is its business then. */
    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void dataSource(Optional<TaskDataSourceBuildItem> dataSource, Capabilities capabilities, LocalTaskRecorder recorder,
            BuildProducer<SyntheticBeanBuildItem> beans) {
        dataSource.ifPresent(source -> {
            boolean schemaTool = capabilities.isPresent(Capability.FLYWAY) || capabilities.isPresent(Capability.LIQUIBASE);
            beans.produce(SyntheticBeanBuildItem.configure(TaskDataSource.class).scope(Singleton.class).unremovable()
                    .runtimeValue(recorder.dataSource(source.name(), source.dbKind(), schemaTool)).done());
        });
    }

    @BuildStep
    NativeImageResourcePatternsBuildItem ddl() {
        return NativeImageResourcePatternsBuildItem.builder().includeGlob("META-INF/local-task/*.sql").build();
    }
}
