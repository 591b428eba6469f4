package io.quarkiverse.localtask.runtime;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.MessageCheck;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.delivery.TraceSource;
import io.quarkiverse.localtask.runtime.store.NewTask;
import io.quarkiverse.localtask.runtime.store.NotifyConfig;
import io.quarkiverse.localtask.runtime.store.Payload;
import io.quarkiverse.localtask.spi.Delivery;

/** Turns a message into a row, once: the bytes that are made here are sent at every attempt. */
final class MessagePreparation {

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain;charset=UTF-8";
    private static final String BYTES = "application/octet-stream";

    private final Settings settings;
    private final ObjectMapper mapper;
    private final List<MessageCheck> checks;
    private final TraceSource traces;
    private final TaskIds ids = new TaskIds();

    MessagePreparation(Settings settings, ObjectMapper mapper, List<MessageCheck> checks, TraceSource traces) {
        this.traces = traces;
        this.settings = settings;
        this.checks = checks;
        this.mapper = mapper;
    }

    /** @throws IllegalArgumentException if it cannot be sent; the text names the task, never its content */
    Prepared prepare(TaskMessage message) {
        String taskId = message.id() != null ? message.id() : ids.next();
        Destination destination = destination(taskId, message);
        Map<String, String> headers = message.headers();
        Map<String, String> target = target(message);
        checks.forEach(check -> check.check(destination, headers, target));
        byte[] bytes = bytes(taskId, message.payload());
        long max = settings.run().maxPayloadSize().asLongValue();
        if (bytes.length > max) {
            throw new IllegalArgumentException(
                    "The payload of task '" + taskId + "' to destination '" + destination.name() + "' has "
                            + bytes.length + " bytes; quarkus.local-task.max-payload-size allows " + max);
        }
        Payload payload = Payload.of(bytes);
        NewTask row = new NewTask(taskId, message.name() != null ? message.name() : defaultName(message), destination.channel(),
                destination.name(), new NotifyConfig(headers, target, payload.base64()).toColumn(), payload.text(),
                contentType(message, destination), house(message, taskId), message.delay(), message.notBefore(),
                traces.current(), message.id() == null);
        return new Prepared(row, destination, bytes, headers, target);
    }

    /* The destination of an ad hoc message is one of a few that share the work: its name tells people nothing. */
    private static String defaultName(TaskMessage message) {
        if (message.uri() != null) {
            String host = message.uri().getHost();
            return host.substring(0, Math.min(host.length(), TaskMessage.MAX_NAME_LENGTH));
        }
        return message.messagingChannel() != null ? message.messagingChannel() : message.destination();
    }

    private Destination destination(String taskId, TaskMessage message) {
        if (message.uri() != null) {
            return settings.adHoc().get(AdHocDestinations.ofHost(message.uri().getHost()));
        }
        if (message.messagingChannel() != null) {
            Destination destination = settings.adHoc()
                    .get(AdHocDestinations.ofMessagingChannel(message.messagingChannel()));
            if (destination == null) {
                throw new IllegalArgumentException("Task '" + taskId + "' names messaging channel '"
                        + message.messagingChannel() + "', which the build did not know: known are "
                        + AdHocDestinations.messagingChannels(settings.build())
                        + "; add it to quarkus.local-task.mq.channels and build again");
            }
            return destination;
        }
        Destination destination = settings.destinations().get(message.destination());
        if (destination == null) {
            throw new IllegalArgumentException("Task '" + taskId + "' names destination '" + message.destination()
                    + "', which is not configured: known are " + settings.destinations().keySet().stream().sorted().toList()
                    + "; add quarkus.local-task.destinations." + message.destination() + ".url (or .channel)");
        }
        if (message.routingKey() != null && destination.channel().equals(Destination.HTTP)) {
            throw new IllegalArgumentException("Task '" + taskId + "' has a routing key, and destination '"
                    + destination.name() + "' has the channel http, which has none: leave it out, or set"
                    + " quarkus.local-task.destinations." + destination.name() + ".channel=mq");
        }
        return destination;
    }

    private static Map<String, String> target(TaskMessage message) {
        if (message.uri() != null) {
            return Map.of(Delivery.URL, message.uri().toString(), Delivery.METHOD, message.method());
        }
        return message.routingKey() == null ? Map.of() : Map.of(Delivery.ROUTING_KEY, message.routingKey());
    }

    private byte[] bytes(String taskId, Object payload) {
        if (payload == null) {
            return new byte[0];
        }
        if (payload instanceof byte[] bytes) {
            return bytes;
        }
        if (payload instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return mapper.writeValueAsBytes(payload);
        } catch (JsonProcessingException | RuntimeException | StackOverflowError e) {
            // the cause is kept for the developer; its message can quote the object, so it is not repeated here
            throw new IllegalArgumentException("The payload of task '" + taskId + "', a " + payload.getClass().getName()
                    + ", cannot be written as JSON" + JsonPlace.of(e) + "; nothing was stored. See the cause", e);
        }
    }

    private static String contentType(TaskMessage message, Destination destination) {
        if (message.contentType() != null) {
            return message.contentType();
        }
        return destination.contentType().orElseGet(() -> {
            Object payload = message.payload();
            return payload instanceof byte[] ? BYTES : payload == null || payload instanceof String ? TEXT : JSON;
        });
    }

    private int house(TaskMessage message, String taskId) {
        int house = message.houseNumber().orElseGet(() -> settings.houseOf(taskId));
        int houses = settings.build().houses();
        if (house >= houses) {
            throw new IllegalArgumentException("Task '" + taskId + "' asks for house number " + house
                    + ": it must be 0 to " + (houses - 1) + " (quarkus.local-task.houses is " + houses + ")");
        }
        return house;
    }
}
