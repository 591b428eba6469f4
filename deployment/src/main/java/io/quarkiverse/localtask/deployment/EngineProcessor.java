package io.quarkiverse.localtask.deployment;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.LocalTaskRecorder;
import io.quarkiverse.localtask.runtime.TaskDataSource;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;

/** Brings the engine's beans in and tells them which datasource holds the table. */
class EngineProcessor {

    private static final String RUNTIME = "io.quarkiverse.localtask.runtime.";

    @BuildStep
    AdditionalBeanBuildItem beans() {
        return AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(RUNTIME + "LocalTasksBean", RUNTIME + "LocalTaskEngine", RUNTIME + "CommitListener",
                        RUNTIME + "TaskTable", RUNTIME + "ChannelRegistry")
                .build();
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    SyntheticBeanBuildItem dataSource(LocalTaskRecorder recorder) {
        return SyntheticBeanBuildItem.configure(TaskDataSource.class).scope(Singleton.class).unremovable()
                .runtimeValue(recorder.dataSource("<default>", System.getProperty("local-task.tests.database", "postgresql")))
                .done();
    }

    @BuildStep
    NativeImageResourcePatternsBuildItem ddl() {
        return NativeImageResourcePatternsBuildItem.builder().includeGlob("META-INF/local-task/*.sql").build();
    }
}
