package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.HashMap;
import java.util.Map;

import io.smallrye.reactive.messaging.MutinyEmitter;

/** The emitters, by messaging channel. The build generates the bean, with an injection point for each. */
public abstract class MqEmitters {

    /** @param emitters takes every emitter */
    protected abstract void collect(Map<String, MutinyEmitter<byte[]>> emitters);

    final Map<String, MutinyEmitter<byte[]>> byChannel() {
        Map<String, MutinyEmitter<byte[]>> emitters = new HashMap<>();
        collect(emitters);
        return Map.copyOf(emitters);
    }
}
