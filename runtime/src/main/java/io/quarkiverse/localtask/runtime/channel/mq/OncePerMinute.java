package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Of what the client says at each of its endless tries, and of each message that met one, passes one a minute: it says it every
 * second and more often, with stack traces.
 */
final class OncePerMinute implements Filter {

    private static final List<String> REPEATED = List.of("Could not connect to rabbitmq",
            "Attempting to reconnect to rabbitmq", "Starting rabbitmq client", "Stopping rabbitmq client",
            "Failed to stop client", "Successed to restart client", "reconnect success", "RabbitMQ connection shutdown!",
            "Failed to publish message", "An unexpected connection driver error occurred",
            "Consumer dispatcher for channel didn't shutdown");
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
        return (next == null || next.isLoggable(record)) && !isOurDoing(record) && isDue(record.getMessage());
    }

    /** See {@link WatchingCollector}: the first reconnect fails on purpose, and the second follows. */
    private static boolean isOurDoing(LogRecord record) {
        for (Throwable cause = record.getThrown(); cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().contains("from tx to confirm mode")) {
                return true;
            }
        }
        return false;
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
