package io.quarkiverse.localtask.runtime.method;

import java.util.List;

import io.quarkus.arc.runtime.BeanContainerListener;
import io.quarkus.runtime.annotations.Recorder;

/** Brings the descriptions made by the build into the running application. */
@Recorder
public class TaskMethodRecorder {

    /**
     * @param methods all annotated methods of all beans
     * @return registers them as soon as there is a container
     */
    public BeanContainerListener register(List<TaskMethod> methods) {
        return container -> container.beanInstance(TaskMethods.class).register(methods);
    }
}
