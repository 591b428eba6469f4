package io.quarkiverse.localtask.runtime.method;

import java.util.ArrayList;
import java.util.List;

/**
 * An annotated method of one bean class.
 *
 * @param beanClass the bean's class; it differs from the declaring class when the method is inherited
 * @param key the declaring class and the method, as in {@link TaskMethodBinding#key()}
 * @param method {@code Class#method()}, for error texts
 * @param sources one for each annotation, in their order
 */
public record TaskMethod(String beanClass, String key, String method, List<TaskSource> sources) {

    List<OutgoingMessage> messages(Object result, Object[] arguments) {
        TaskCall call = new TaskCall(method, result, arguments);
        List<OutgoingMessage> outgoing = new ArrayList<>(sources.size());
        for (TaskSource source : sources) {
            source.addTo(outgoing, call);
        }
        return outgoing;
    }
}
