package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/** Of what the client says at each of its endless tries, passes one a minute: it says it every second, with a stack trace. */
final class OncePerMinute implements Filter {

    private static final List<String> REPEATED = List.of("Could not connect to rabbitmq",
            "Attempting to reconnect to rabbitmq");
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Filter next;
    private final LongSupplier clock;
    private final Map<String, Long> last = new ConcurrentHashMap<>();

    /** @param next the filter that was there, or {@code null} */
    OncePerMinute(Filter next, LongSupplier clock) {
        this.next = next;
        this.clock = clock;
    }

    @Override
    public boolean isLoggable(LogRecord record) {
        return (next == null || next.isLoggable(record)) && isDue(record.getMessage());
    }

    private boolean isDue(String message) {
        for (String repeated : REPEATED) {
            if (message != null && message.startsWith(repeated)) {
                long now = clock.getAsLong();
                return last.compute(repeated, (text, said) -> said == null || now - said >= MINUTE ? now : said) == now;
            }
        }
        return true;
    }
}
