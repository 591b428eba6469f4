package io.quarkiverse.localtask.runtime;

import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;

/** Passes on what only the build knows. */
@Recorder
public class LocalTaskRecorder {

    public RuntimeValue<TaskDataSource> dataSource(String name, String dbKind, boolean schemaTool) {
        return new RuntimeValue<>(new TaskDataSource(name, dbKind, schemaTool));
    }
}
