package io.quarkiverse.localtask.runtime.tracing;

import java.util.HashMap;
import java.util.Map;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.quarkiverse.localtask.runtime.delivery.TraceSource;

/**
 * The column {@code trace_context}: the value of {@code traceparent}, and behind a space that of {@code tracestate} where there
 * is one and it fits (W3C Trace Context, 3.2 and 3.3). So instances with different propagators understand each other.
 */
final class StoredTrace {

    private static final W3CTraceContextPropagator FORMAT = W3CTraceContextPropagator.getInstance();
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    private StoredTrace() {
    }

    /** @return {@code null}: there is no trace */
    static String write(Context context) {
        Map<String, String> fields = new HashMap<>();
        FORMAT.inject(context, fields, Map::put);
        String parent = fields.get(PARENT);
        String state = fields.get(STATE);
        boolean fits = parent != null && state != null && parent.length() + 1 + state.length() <= TraceSource.MAX_LENGTH;
        return fits ? parent + ' ' + state : parent;
    }

    /** @return a context that is in the trace; the root context where there is none, or none that can be read */
    static Context read(String text) {
        if (text == null) {
            return Context.root();
        }
        Map<String, String> fields = new HashMap<>();
        int space = text.indexOf(' ');
        fields.put(PARENT, space < 0 ? text : text.substring(0, space));
        if (space >= 0) {
            fields.put(STATE, text.substring(space + 1));
        }
        return FORMAT.extract(Context.root(), fields, Fields.GETTER);
    }

    /** Reads a map. */
    private static final class Fields implements TextMapGetter<Map<String, String>> {

        private static final Fields GETTER = new Fields();

        @Override
        public Iterable<String> keys(Map<String, String> fields) {
            return fields.keySet();
        }

        @Override
        public String get(Map<String, String> fields, String name) {
            return fields == null ? null : fields.get(name);
        }
    }
}
