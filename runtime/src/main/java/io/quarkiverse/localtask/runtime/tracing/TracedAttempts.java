package io.quarkiverse.localtask.runtime.tracing;

import java.util.HashMap;
import java.util.Map;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.quarkiverse.localtask.runtime.delivery.AroundAttempt;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * One span for each attempt, in the trace in which the task was accepted, however much later and on whichever instance. The
 * receiver gets the context of that span in the headers that the propagators of the application use. Clients make no span of
 * their
 * own for our calls.
 */
@Singleton
public class TracedAttempts implements AroundAttempt {

    private final Tracer tracer;
    private final TextMapPropagator propagator;

    /** @param found none where the application has switched it off */
    TracedAttempts(Instance<OpenTelemetry> found) {
        OpenTelemetry openTelemetry = found.isResolvable() ? found.get() : OpenTelemetry.noop();
        tracer = openTelemetry.getTracer("io.quarkiverse.localtask");
        propagator = openTelemetry.getPropagators().getTextMapPropagator();
    }

    @Override
    public Surrounding begin(TaskInHand task, Delivery delivery) {
        Context parent = StoredTrace.read(task.origin().traceContext());
        SpanBuilder builder = tracer.spanBuilder(AttemptSpan.name(task.destination(), delivery)).setParent(parent)
                .setSpanKind(AttemptSpan.kind(task.destination()));
        AttemptSpan.describe(builder, task.destination(), delivery);
        Span span = builder.startSpan();
        Context context = parent.with(span);
        return new Traced(withHeaders(delivery, context), span, context.makeCurrent());
    }

    private Delivery withHeaders(Delivery delivery, Context context) {
        Map<String, String> fields = new HashMap<>();
        propagator.inject(context, fields, Map::put);
        Map<String, String> headers = new HashMap<>(delivery.headers());
        headers.keySet().removeIf(name -> fields.keySet().stream().anyMatch(name::equalsIgnoreCase));
        headers.putAll(fields);
        return new Delivery(delivery.taskId(), delivery.name(), delivery.destination(), delivery.attempt(), delivery.payload(),
                delivery.contentType(), headers, delivery.target(), delivery.timeout());
    }

    private record Traced(Delivery delivery, Span span, Scope scope) implements Surrounding {

        @Override
        public void returned() {
            scope.close();
        }

        @Override
        public void ended(Outcome outcome) {
            AttemptSpan.end(span, outcome);
        }
    }
}
