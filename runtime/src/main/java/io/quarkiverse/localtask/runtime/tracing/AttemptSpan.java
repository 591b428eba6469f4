package io.quarkiverse.localtask.runtime.tracing;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.ErrorText;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * What the span of an attempt says, by the semantic conventions for HTTP client spans and for messaging spans. Of a URL it
 * names
 * the host and the port only: a path or a query may hold a secret, as those of webhooks do.
 */
final class AttemptSpan {

    private static final Pattern STATUS = Pattern.compile("HTTP (\\d{3})\\b.*", Pattern.DOTALL);

    private AttemptSpan() {
    }

    /**
     * @return {@code CLIENT}, {@code PRODUCER}, or, for a channel of the application, which may make spans, {@code INTERNAL}
     */
    static SpanKind kind(Destination destination) {
        return switch (destination.channel()) {
            case Destination.HTTP -> SpanKind.CLIENT;
            case Destination.MQ -> SpanKind.PRODUCER;
            default -> SpanKind.INTERNAL;
        };
    }

    static String name(Destination destination, Delivery delivery) {
        return switch (destination.channel()) {
            case Destination.HTTP -> method(destination, delivery);
            case Destination.MQ -> "publish " + exchange(destination);
            default -> "deliver " + destination.name();
        };
    }

    private static String method(Destination destination, Delivery delivery) {
        return delivery.target().getOrDefault(Delivery.METHOD, destination.method());
    }

    private static String exchange(Destination destination) {
        return destination.mq().exchange().filter(name -> !name.isEmpty() && !name.equals("\"\""))
                .orElse(destination.mq().messagingChannel());
    }

    static void describe(SpanBuilder span, Destination destination, Delivery delivery) {
        span.setAttribute("local_task.id", delivery.taskId()).setAttribute("local_task.name", delivery.name())
                .setAttribute("local_task.destination", destination.name())
                .setAttribute("local_task.attempt", delivery.attempt());
        switch (destination.channel()) {
            case Destination.HTTP -> describeHttp(span, destination, delivery);
            case Destination.MQ -> describeMessage(span, destination, delivery);
            default -> {
                // its own client knows
            }
        }
    }

    private static void describeHttp(SpanBuilder span, Destination destination, Delivery delivery) {
        span.setAttribute("http.request.method", method(destination, delivery));
        if (delivery.attempt() > 1) {
            span.setAttribute("http.request.resend_count", delivery.attempt() - 1);
        }
        String url = delivery.target().getOrDefault(Delivery.URL, destination.url());
        URI uri = url == null ? null : parsed(url);
        if (uri != null) {
            span.setAttribute("server.address", String.valueOf(uri.getHost()))
                    .setAttribute("url.scheme", String.valueOf(uri.getScheme()))
                    .setAttribute("server.port", uri.getPort() >= 0 ? uri.getPort()
                            : "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80);
        }
    }

    /* A row may have been changed by hand; the channel says so. */
    private static URI parsed(String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static void describeMessage(SpanBuilder span, Destination destination, Delivery delivery) {
        span.setAttribute("messaging.system", "rabbitmq").setAttribute("messaging.operation.name", "publish")
                .setAttribute("messaging.operation.type", "send")
                .setAttribute("messaging.destination.name", exchange(destination))
                .setAttribute("messaging.message.id", delivery.taskId())
                .setAttribute("messaging.message.body.size", delivery.payload().length);
        Optional.ofNullable(delivery.target().get(Delivery.ROUTING_KEY)).or(() -> destination.mq().routingKey())
                .ifPresent(key -> span.setAttribute("messaging.rabbitmq.destination.routing_key", key));
    }

    static void end(Span span, Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded succeeded) {
            status(succeeded.detail()).ifPresent(status -> span.setAttribute("http.response.status_code", status));
        } else {
            String reason = outcome instanceof Outcome.Failed failed ? failed.reason()
                    : ((Outcome.Rejected) outcome).reason();
            Optional<Integer> status = status(reason);
            status.ifPresent(code -> span.setAttribute("http.response.status_code", code));
            span.setAttribute("error.type", status.map(String::valueOf).orElse("_OTHER"));
            span.setStatus(StatusCode.ERROR, ErrorText.clean(reason));
        }
        span.end();
    }

    /** The {@code http} channel begins what it says with the status of the answer. */
    private static Optional<Integer> status(String text) {
        if (text == null) {
            return Optional.empty();
        }
        Matcher matcher = STATUS.matcher(text);
        return matcher.matches() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }
}
