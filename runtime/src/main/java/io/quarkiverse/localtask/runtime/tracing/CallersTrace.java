package io.quarkiverse.localtask.runtime.tracing;

import jakarta.inject.Singleton;

import io.opentelemetry.context.Context;
import io.quarkiverse.localtask.runtime.delivery.TraceSource;

/** The trace of who accepts a task. */
@Singleton
public class CallersTrace implements TraceSource {

    @Override
    public String current() {
        return StoredTrace.write(Context.current());
    }
}
