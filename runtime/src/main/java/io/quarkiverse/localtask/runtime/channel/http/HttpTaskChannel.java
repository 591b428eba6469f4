package io.quarkiverse.localtask.runtime.channel.http;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.All;
import io.quarkus.proxy.ProxyConfigurationRegistry;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * Sends tasks over HTTP/1.1: those of named destinations by the REST client, ad hoc ones by {@link AdHocDelivery}. The calling
 * thread only hands over; the request is made, and the outcome
 * emitted, on an event loop. The outcome is decided by the head of the response (see {@link HttpOutcomes}); how much of the
 * body
 * is read, and for how long, is bounded by {@link HttpExchange}. Nothing is ever sent twice by itself: a connection that the
 * peer closes under a request is a failed attempt. Cancelling the {@code Uni} closes the connection of the request.
 * <p>
 * Filters that the application registers for all its REST clients see these requests, too: they may add headers, not change
 * ours;
 * one that answers by itself makes the attempt fail. What they do to responses changes no outcome.
 */
@Singleton
@Identifier(Destination.HTTP)
public class HttpTaskChannel implements TaskChannel {

    private static final Logger LOG = Logger.getLogger(HttpTaskChannel.class);

    private final Settings settings;
    private final EventLoops eventLoops;
    private final HttpClients clients;
    private final HttpOutcomes outcomes;
    private final AddedHeaders addedHeaders;
    private final long maxResponseSize;
    private final AdHocClient adHocClient;
    private final AdHocDelivery adHocDelivery;

    @Inject
    HttpTaskChannel(Settings settings, Vertx vertx, TlsConfigurationRegistry tls, ProxyConfigurationRegistry proxies,
            @All List<DestinationHeaders> headerBeans, HostResolver resolver) {
        Executor workers = Infrastructure.getDefaultWorkerPool();
        this.settings = settings;
        this.eventLoops = new EventLoops(vertx);
        this.clients = new HttpClients(tls, proxies, settings.destinations().values(), workers);
        this.outcomes = new HttpOutcomes(settings.run().http().permanentStatuses().orElse(List.of()), Clock.systemUTC());
        this.addedHeaders = new AddedHeaders(weakestFirst(headerBeans), workers);
        this.maxResponseSize = settings.run().http().maxResponseSize().asLongValue();
        this.adHocClient = new AdHocClient(vertx, tls, AdHocDestinations.ofAnyHost(settings));
        this.adHocDelivery = new AdHocDelivery(AdHocGuard.of(settings.run().http()), new AdHocLookups(resolver), adHocClient,
                eventLoops, outcomes, maxResponseSize);
    }

    void certificateUpdated(@Observes CertificateUpdatedEvent event) {
        adHocClient.certificateUpdated(event.name(), event.tlsConfiguration());
    }

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        Destination adHoc = settings.adHoc().get(delivery.destination());
        if (adHoc != null && adHoc.channel().equals(Destination.HTTP)) {
            return adHocDelivery.deliver(adHoc, delivery);
        }
        Destination destination = settings.destinations().get(delivery.destination());
        if (destination == null || !destination.channel().equals(Destination.HTTP)) {
            return Uni.createFrom().item(Outcome.failed("no http destination of this name"));
        }
        // by now, since the attempt's time runs from now, and each operator costs more than the rest of this
        long deadline = System.nanoTime() + delivery.timeout().toNanos();
        if (addedHeaders.isEmpty()) {
            return exchange(destination, delivery, List.of(), deadline);
        }
        return Uni.createFrom().deferred(() -> addedHeaders.of(destination, delivery).onItemOrFailure()
                .transformToUni((added, failure) -> failure == null ? exchange(destination, delivery, added, deadline)
                        : Uni.createFrom().item(headersFailed(delivery, failure))));
    }

    @PreDestroy
    void close() {
        clients.close();
        adHocDelivery.close();
    }

    private Uni<Outcome> exchange(Destination destination, Delivery delivery, List<Map<String, String>> added,
            long deadline) {
        Map<String, String> headers;
        try {
            headers = HttpHeaders.merge(destination.headers(), delivery, added);
        } catch (IllegalArgumentException e) {
            return Uni.createFrom().item(Outcome.refused("not sent: " + e.getMessage()));
        }
        return Uni.createFrom().emitter(emitter -> {
            Context context = eventLoops.newContext();
            HttpExchange exchange = new HttpExchange(context, outcomes::of, emitter,
                    HttpTarget.of(destination.url()), HttpHeaders.ours(delivery), maxResponseSize, deadline);
            emitter.onTermination(exchange::cancel);
            clients.client(destination).whenComplete((client, failure) -> context.runOnContext(v -> {
                if (failure != null) {
                    exchange.failed(failure);
                } else {
                    exchange.start(() -> client.send(destination.method().toUpperCase(Locale.ROOT), destination.url(),
                            headers, delivery.payload()));
                }
            }));
        });
    }

    private static Outcome headersFailed(Delivery delivery, Throwable failure) {
        if (failure instanceof AddedHeaders.HeadersNotReady) {
            return Outcome.failed("not sent: DestinationHeaders of earlier attempts have not returned");
        }
        // the exception is the user's own and may hold a token: its text goes nowhere, its kind into the reason
        LOG.debugf("DestinationHeaders failed for task %s: %s", delivery.taskId(), failure.getClass().getName());
        return Outcome.failed("not sent: DestinationHeaders threw " + failure.getClass().getSimpleName());
    }

    /** ArC lists beans by priority, the highest first; the highest shall win. */
    private static List<DestinationHeaders> weakestFirst(List<DestinationHeaders> beans) {
        List<DestinationHeaders> reversed = new ArrayList<>(beans);
        Collections.reverse(reversed);
        return reversed;
    }
}
