package io.quarkiverse.localtask.runtime;

import java.util.Set;

import io.quarkus.arc.runtime.BeanContainer;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;

/** Passes on what only the build knows. */
@Recorder
public class LocalTaskRecorder {

    public RuntimeValue<TaskDataSource> dataSource(String name, String dbKind) {
        return new RuntimeValue<>(new TaskDataSource(name, dbKind));
    }

    public void tableIsOfSchemaTool(BeanContainer container) {
        container.beanInstance(SchemaTool.class).hasMigrations();
    }

    public RuntimeValue<VirtualThreadChannels> virtualThreadChannels(Set<String> names) {
        return new RuntimeValue<>(new VirtualThreadChannels(names));
    }
}
