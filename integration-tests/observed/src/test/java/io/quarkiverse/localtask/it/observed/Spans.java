package io.quarkiverse.localtask.it.observed;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

/** Keeps the spans. */
@ApplicationScoped
public class Spans {

    @Produces
    @Singleton
    InMemorySpanExporter exporter() {
        return InMemorySpanExporter.create();
    }

    /** Each at its end. */
    @Produces
    @Singleton
    SpanProcessor processor(InMemorySpanExporter exporter) {
        return SimpleSpanProcessor.create(exporter);
    }
}
