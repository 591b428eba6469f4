package io.quarkiverse.localtask.runtime.channel.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.ext.ContextResolver;

import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.jboss.resteasy.reactive.client.api.LoggingScope;
import org.jboss.resteasy.reactive.client.api.QuarkusRestClientProperties;
import org.jboss.resteasy.reactive.client.logging.DefaultClientLogger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkus.proxy.ProxyConfiguration;
import io.quarkus.proxy.ProxyConfigurationRegistry;
import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.tracing.TracingPolicy;

/**
 * The REST clients: one per distinct TLS, proxy and timeout combination, built at its first use and kept until the end. What an
 * application configures for its own REST clients ({@code quarkus.rest-client.*}, providers) is for its own calls: protocol,
 * redirects, logging, compression and status mapping are fixed here. HTTP/1.1 only.
 */
final class HttpClients implements Closeable {

    private static final Logger LOG = Logger.getLogger(HttpClients.class);

    /** The URL of a call replaces it; the builder insists on one. */
    private static final URI NO_BASE = URI.create("http://localhost");

    /** An idle connection is kept so long, in seconds, unless the peer's {@code Keep-Alive} asks for less. */
    static final int KEEP_ALIVE_SECONDS = 30;

    private final TlsConfigurationRegistry tls;
    private final ProxyConfigurationRegistry proxies;
    private final Executor builders;
    private final Collection<Destination> destinations;
    private final Map<Key, CompletableFuture<HttpTaskClient>> clients = new ConcurrentHashMap<>();

    /** What a client cannot vary per call. */
    private record Key(Optional<String> tls, Optional<String> proxy, Duration connectTimeout, Duration readTimeout) {

        static Key of(Destination destination) {
            return new Key(destination.tlsConfigurationName(), destination.proxyConfigurationName(),
                    destination.connectTimeout(), destination.timeout());
        }
    }

    /**
     * @param destinations all destinations: a pool must have room for every one that shares it
     * @param builders where clients are built, since that loads classes and key stores
     */
    HttpClients(TlsConfigurationRegistry tls, ProxyConfigurationRegistry proxies, Collection<Destination> destinations,
            Executor builders) {
        this.tls = tls;
        this.proxies = proxies;
        this.builders = builders;
        this.destinations = destinations;
    }

    /** @return the client of a destination; a failed build is tried again by the next call */
    CompletableFuture<HttpTaskClient> client(Destination destination) {
        Key key = Key.of(destination);
        CompletableFuture<HttpTaskClient> client = clients.get(key);
        if (client != null && !client.isCompletedExceptionally()) {
            return client;
        }
        return clients.compute(key, (k, known) -> known != null && !known.isCompletedExceptionally() ? known
                : CompletableFuture.supplyAsync(() -> buildAside(k), builders));
    }

    /** Threads that begin their life with this must not name the task of who needed the client, for ever. */
    private HttpTaskClient buildAside(Key key) {
        MDC.clear();
        return build(key);
    }

    @Override
    public void close() {
        for (CompletableFuture<HttpTaskClient> client : clients.values()) {
            client.thenAccept(HttpClients::close);
        }
    }

    /** Twice the concurrency: a cancelled attempt may still be connecting when its successor starts. */
    private int poolSize(Key key) {
        int attempts = destinations.stream().filter(d -> Key.of(d).equals(key)).mapToInt(Destination::concurrency).sum();
        return 2 * attempts;
    }

    private HttpTaskClient build(Key key) {
        QuarkusRestClientBuilder builder = QuarkusRestClientBuilder.newBuilder()
                .baseUri(NO_BASE)
                .connectTimeout(key.connectTimeout.toMillis(), TimeUnit.MILLISECONDS)
                .readTimeout(key.readTimeout.toMillis(), TimeUnit.MILLISECONDS)
                .followRedirects(false)
                .disableDefaultMapper(true)
                .enableCompression(false)
                .loggingScope(LoggingScope.NONE)
                .clientLogger(new DefaultClientLogger())
                .property(QuarkusRestClientProperties.HTTP2, false)
                .property(QuarkusRestClientProperties.ALPN, false)
                .property(QuarkusRestClientProperties.CONNECTION_POOL_SIZE, poolSize(key))
                .property(QuarkusRestClientProperties.CONNECTION_TTL, KEEP_ALIVE_SECONDS)
                .register(new FreshOptions(), Integer.MIN_VALUE)
                .register((ClientRequestFilter) new OwnHeadersFilter(), Integer.MAX_VALUE)
                .httpClientOptionsCustomizer(HttpClients::fix)
                .httpClientRequestCustomizer(HttpClients::sending);
        tlsConfiguration(key).ifPresent(builder::tlsConfiguration);
        key.proxy.ifPresent(name -> proxy(builder, name));
        return builder.build(HttpTaskClient.class);
    }

    private Optional<TlsConfiguration> tlsConfiguration(Key key) {
        if (key.tls.isEmpty()) {
            return tls.getDefault();
        }
        return Optional.of(tls.get(key.tls.get()).orElseThrow(
                () -> new IllegalStateException("there is no TLS configuration '" + key.tls.get() + "'")));
    }

    private void proxy(QuarkusRestClientBuilder builder, String name) {
        ProxyConfiguration proxy = proxies.get(Optional.of(name)).orElseThrow();
        builder.proxyAddress(proxy.host(), proxy.port());
        builder.proxyType(proxy.type());
        proxy.username().ifPresent(builder::proxyUser);
        proxy.password().ifPresent(builder::proxyPassword);
        proxy.nonProxyHosts().ifPresent(hosts -> builder.nonProxyHosts(String.join("|", hosts)));
        proxy.proxyConnectTimeout().ifPresent(builder::proxyConnectTimeout);
    }

    static void fix(HttpClientOptions options) {
        options.setProtocolVersion(HttpVersion.HTTP_1_1)
                .setUseAlpn(false)
                .setKeepAlive(true)
                .setPipelining(false)
                .setDecompressionSupported(false)
                .setLogActivity(false)
                // the attempt's span is the extension's own
                .setTracingPolicy(TracingPolicy.IGNORE);
    }

    private static void sending(HttpClientRequest request) {
        HttpExchange exchange = HttpExchange.current();
        if (exchange != null) {
            exchange.sending(request);
        }
    }

    private static void close(HttpTaskClient client) {
        try {
            ((Closeable) client).close();
        } catch (IOException e) {
            LOG.debug("closing an HTTP client failed", e);
        }
    }

    /** Wins over a resolver of the application, whose options are meant, and shared, for its own clients. */
    private static final class FreshOptions implements ContextResolver<HttpClientOptions> {

        @Override
        public HttpClientOptions getContext(Class<?> type) {
            return new HttpClientOptions();
        }
    }
}
