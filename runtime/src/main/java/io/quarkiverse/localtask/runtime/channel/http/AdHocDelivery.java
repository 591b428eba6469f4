package io.quarkiverse.localtask.runtime.channel.http;

import java.io.Closeable;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;

/**
 * Sends messages that bring their own URL. {@link io.quarkiverse.localtask.spi.DestinationHeaders} are not asked: what they
 * return
 * is meant for partners of the configuration, and anybody may have given the URL.
 */
final class AdHocDelivery implements Closeable {

    private final AdHocGuard guard;
    private final AdHocLookups lookups;
    private final AdHocClient client;
    private final EventLoops eventLoops;
    private final HttpOutcomes outcomes;
    private final long maxResponseSize;

    AdHocDelivery(AdHocGuard guard, AdHocLookups lookups, AdHocClient client, EventLoops eventLoops, HttpOutcomes outcomes,
            long maxResponseSize) {
        this.guard = guard;
        this.lookups = lookups;
        this.client = client;
        this.eventLoops = eventLoops;
        this.outcomes = outcomes;
        this.maxResponseSize = maxResponseSize;
    }

    Uni<Outcome> deliver(Destination destination, Delivery delivery) {
        return Uni.createFrom().deferred(() -> {
            long deadline = System.nanoTime() + delivery.timeout().toNanos();
            AdHocTarget target;
            Map<String, String> headers;
            try {
                target = AdHocTarget.of(delivery.target(), guard);
                headers = HttpHeaders.merge(Map.of(), delivery);
            } catch (AdHocRefusal e) {
                return Uni.createFrom().item(Outcome.rejected(e.getMessage()));
            } catch (IllegalArgumentException e) {
                return Uni.createFrom().item(Outcome.failed("not sent: " + e.getMessage()));
            }
            return attempt(destination, delivery, target, headers, deadline);
        });
    }

    @Override
    public void close() {
        lookups.close();
        client.close();
    }

    private Uni<Outcome> attempt(Destination destination, Delivery delivery, AdHocTarget target, Map<String, String> headers,
            long deadline) {
        return Uni.createFrom().emitter(emitter -> {
            Context context = eventLoops.newContext();
            HttpExchange exchange = new HttpExchange(context, outcomes::of, emitter, target.line(), HttpHeaders.ours(delivery),
                    maxResponseSize, deadline);
            AdHocAttempt attempt = new AdHocAttempt(client, guard, target, context, exchange, headers, delivery.payload());
            emitter.onTermination(attempt::cancel);
            CompletableFuture<InetAddress[]> lookup = target.host().isName()
                    ? lookups.addresses(destination, target.host().text())
                    : null;
            context.runOnContext(v -> attempt.start(lookup, deadline, destination.connectTimeout()));
        });
    }
}
