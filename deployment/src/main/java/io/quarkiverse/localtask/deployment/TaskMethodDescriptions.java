package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.List;

import io.quarkiverse.localtask.runtime.method.PayloadTask;
import io.quarkiverse.localtask.runtime.method.PropertyAccessor;
import io.quarkiverse.localtask.runtime.method.TaskMethod;
import io.quarkiverse.localtask.runtime.method.TaskSource;
import io.quarkiverse.localtask.runtime.method.ValuePath;
import io.quarkus.deployment.recording.RecorderContext;
import io.quarkus.runtime.RuntimeValue;

/** Turns what the build has found out into what the interceptor reads. */
final class TaskMethodDescriptions {

    private final RecorderContext recorderContext;

    TaskMethodDescriptions(RecorderContext recorderContext) {
        this.recorderContext = recorderContext;
    }

    TaskMethod describe(TaskMethodBuildItem method) {
        List<TaskSource> sources = new ArrayList<>();
        for (ResolvedTask task : method.tasks()) {
            sources.add(new TaskSource(describe(task.value()), describe(task.payload()), task.failOnDuplicate()));
        }
        return new TaskMethod(method.beanClass(), method.declaration().key(), method.declaration().culprit(), sources);
    }

    private PayloadTask describe(ResolvedTask.Payload payload) {
        return payload == null ? null
                : new PayloadTask(payload.destination(), payload.name(), payload.delay(),
                        payload.id() == null ? null : describe(payload.id()));
    }

    private ValuePath describe(TaskMethodPath path) {
        List<RuntimeValue<PropertyAccessor>> steps = new ArrayList<>();
        for (TaskMethodProperty property : path.properties()) {
            steps.add(recorderContext.newInstance(TaskMethodAccessorGenerator.className(property)));
        }
        return new ValuePath(path.argument(), path.text(), steps);
    }
}
