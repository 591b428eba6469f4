package io.quarkiverse.localtask.runtime.channel.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.test.SentMessage;

/** A delivery, kept for the test to look at. */
final class RecordedMessage implements SentMessage {

    private final Delivery delivery;
    private final ObjectMapper mapper;

    RecordedMessage(Delivery delivery, ObjectMapper mapper) {
        this.delivery = delivery;
        this.mapper = mapper;
    }

    @Override
    public String taskId() {
        return delivery.taskId();
    }

    @Override
    public String name() {
        return delivery.name();
    }

    @Override
    public String destination() {
        return delivery.destination();
    }

    @Override
    public int attempt() {
        return delivery.attempt();
    }

    @Override
    public byte[] payload() {
        return delivery.payload().clone();
    }

    @Override
    public String text() {
        return new String(delivery.payload(), StandardCharsets.UTF_8);
    }

    @Override
    public <T> T json(Class<T> type) {
        try {
            return mapper.readValue(delivery.payload(), type);
        } catch (IOException e) {
            throw new IllegalStateException("The payload of task '" + taskId() + "' to destination '" + destination()
                    + "' is not JSON that becomes a " + type.getName() + "; see the cause", e);
        }
    }

    @Override
    public String contentType() {
        return delivery.contentType();
    }

    @Override
    public Map<String, String> headers() {
        return delivery.headers();
    }

    @Override
    public Map<String, String> target() {
        return delivery.target();
    }

    /** @return ids only; never payload, headers or URL */
    @Override
    public String toString() {
        return "SentMessage[taskId=" + taskId() + ", name=" + name() + ", destination=" + destination() + ", attempt="
                + attempt() + "]";
    }
}
