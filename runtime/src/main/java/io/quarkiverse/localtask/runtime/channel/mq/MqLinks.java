package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.infrastructure.Infrastructure;

/** The links, by messaging channel. */
@Singleton
public class MqLinks {

    private final Map<String, MqLink> links = new ConcurrentHashMap<>();

    MqLink of(String messagingChannel) {
        return links.computeIfAbsent(messagingChannel, name -> new MqLink(name, Infrastructure.getDefaultWorkerPool()));
    }
}
