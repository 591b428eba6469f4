package io.quarkiverse.localtask.it.observed;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

import io.opentelemetry.api.trace.Span;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;

/** A channel of the application's own, which remembers in what surroundings it was called. */
@ApplicationScoped
@Identifier("mail")
public class MailChannel implements BlockingTaskChannel {

    private static final Logger LOG = Logger.getLogger(MailChannel.class);

    private final Map<String, Call> calls = new ConcurrentHashMap<>();

    /** What it has seen. */
    public record Call(Map<String, String> headers, String span, Map<String, Object> mdc) {
    }

    /** @return the call for a task, or {@code null} */
    public Call call(String taskId) {
        return calls.get(taskId);
    }

    @Override
    public Outcome deliver(Delivery delivery) {
        calls.put(delivery.taskId(),
                new Call(delivery.headers(), Span.current().getSpanContext().getSpanId(), Map.copyOf(MDC.getMap())));
        LOG.info("A mail goes out");
        return Outcome.succeeded();
    }
}
