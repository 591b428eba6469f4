package io.quarkiverse.localtask.runtime.channel.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import jakarta.inject.Singleton;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/**
 * Delivers to nowhere: in tests it records, and fails when it is told to; in dev mode it says in the log what would have been
 * sent.
 */
@Singleton
@Identifier(Destination.MEMORY)
public class MemoryTaskChannel implements TaskChannel {

    /** Recorded messages must not fill the heap of a test run that never looks at them. */
    static final int MAX_RECORDED = 10_000;

    private static final Logger LOG = Logger.getLogger(MemoryTaskChannel.class);

    private final ObjectMapper mapper;
    private final boolean records = LaunchMode.current() == LaunchMode.TEST;
    private final Deque<SentMessage> sent = new ArrayDeque<>();
    private final Map<String, Queue<Outcome>> failures = new HashMap<>();
    private boolean incomplete;

    MemoryTaskChannel(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        return Uni.createFrom().item(() -> outcome(delivery));
    }

    private synchronized Outcome outcome(Delivery delivery) {
        Outcome failure = nextFailure(delivery);
        if (failure != null) {
            return failure;
        }
        if (records) {
            record(delivery);
        } else {
            LOG.infof("Not sent, as destination '%s' has the channel memory: task '%s' (%s), %d bytes of %s",
                    delivery.destination(), delivery.taskId(), delivery.name(), delivery.payload().length,
                    delivery.contentType());
        }
        return Outcome.succeeded();
    }

    private Outcome nextFailure(Delivery delivery) {
        for (Map.Entry<String, Queue<Outcome>> entry : failures.entrySet()) {
            if (isTo(entry.getKey(), delivery.destination(), delivery.target()) && !entry.getValue().isEmpty()) {
                return entry.getValue().remove();
            }
        }
        return null;
    }

    private void record(Delivery delivery) {
        if (sent.size() == MAX_RECORDED) {
            sent.remove();
            incomplete = true;
        }
        sent.add(new RecordedMessage(delivery, mapper));
    }

    private static boolean isTo(String destination, String name, Map<String, String> target) {
        return destination.equals(name) || destination.equals(target.get(Delivery.URL));
    }

    /** @return every delivery, in order */
    public synchronized List<SentMessage> sent() {
        if (incomplete) {
            throw new IllegalStateException("More than " + MAX_RECORDED + " messages were delivered through the channel memory,"
                    + " and the oldest are forgotten: call LocalTaskTester.reset() between tests");
        }
        return List.copyOf(sent);
    }

    /**
     * @param destination a destination's name, or the URL of an ad hoc message
     * @return the deliveries to it, in order
     */
    public List<SentMessage> sent(String destination) {
        return sent().stream().filter(message -> isTo(destination, message.destination(), message.target())).toList();
    }

    /**
     * @param destination a destination's name, or the URL of an ad hoc message
     * @param attempts how many
     * @param outcome how they end
     */
    public synchronized void failNext(String destination, int attempts, Outcome outcome) {
        Queue<Outcome> queue = failures.computeIfAbsent(destination, name -> new ArrayDeque<>());
        for (int i = 0; i < attempts; i++) {
            queue.add(outcome);
        }
    }

    /** Forgets everything. */
    public synchronized void reset() {
        sent.clear();
        failures.clear();
        incomplete = false;
    }
}
