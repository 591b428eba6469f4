package io.quarkiverse.localtask.deployment;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

import org.jboss.jandex.DotName;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.runtime.method.TaskMethodBinding;

/** Names of types that the build of annotated methods knows. Those of optional libraries are text. */
final class TaskMethodNames {

    static final DotName LOCAL_TASK_MESSAGE = DotName.createSimple(LocalTaskMessage.class);
    static final DotName LOCAL_TASK_MESSAGE_LIST = DotName.createSimple(LocalTaskMessage.List.class);
    static final DotName BINDING = DotName.createSimple(TaskMethodBinding.class);
    static final DotName TRANSACTIONAL = DotName.createSimple("jakarta.transaction.Transactional");

    static final DotName OBJECT = DotName.createSimple(Object.class);
    static final DotName TASK_MESSAGE = DotName.createSimple(TaskMessage.class);
    static final DotName COLLECTION = DotName.createSimple(Collection.class);
    static final Set<DotName> CONTAINERS = names("java.lang.Iterable", "java.util.Map");
    static final DotName OPTIONAL = DotName.createSimple(Optional.class);

    static final Set<DotName> VOID = names("java.lang.Void", "kotlin.Unit");
    static final DotName CONTINUATION = DotName.createSimple("kotlin.coroutines.Continuation");
    static final Set<DotName> RESPONSES = names("jakarta.ws.rs.core.Response", "org.jboss.resteasy.reactive.RestResponse");
    static final Set<DotName> ASYNCHRONOUS = names("io.smallrye.mutiny.Uni", "io.smallrye.mutiny.Multi",
            "org.jboss.resteasy.reactive.RestMulti", "java.util.concurrent.CompletionStage",
            "java.util.concurrent.CompletableFuture", "java.util.concurrent.Future", "java.util.concurrent.Flow$Publisher",
            "java.util.concurrent.SubmissionPublisher", "org.reactivestreams.Publisher", "kotlinx.coroutines.Job",
            "kotlinx.coroutines.Deferred", "kotlinx.coroutines.flow.Flow");
    static final Set<DotName> READ_ONCE = names("java.util.stream.BaseStream", "java.util.stream.Stream",
            "java.util.Iterator", "java.io.InputStream", "java.io.Reader");

    private TaskMethodNames() {
    }

    private static Set<DotName> names(String... names) {
        return Set.of(Arrays.stream(names).map(DotName::createSimple).toArray(DotName[]::new));
    }
}
