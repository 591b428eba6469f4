package io.quarkiverse.localtask.runtime.channel.http;

import java.io.Closeable;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfig;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.tracing.TracingPolicy;

/**
 * The HTTP client of all ad hoc messages. The REST client has no hook for the address to connect to; this one connects to the
 * address it is given, and keeps the URL's host for the {@code Host} field, SNI and the certificate. Its pool keeps connections
 * by
 * address, host, port and TLS, so one that was opened to an earlier address of a name is never used for another. No proxy:
 * Vert.x
 * takes none by itself, neither from {@code quarkus.proxy.*} nor from system properties.
 */
final class AdHocClient implements Closeable {

    private final Vertx vertx;
    private final TlsConfigurationRegistry tls;
    private final Destination settings;
    private final int maxKept;
    private final AtomicInteger open = new AtomicInteger();
    private HttpClient client;
    private boolean closed;

    /** @param settings any of the destinations: all have the same */
    AdHocClient(Vertx vertx, TlsConfigurationRegistry tls, Destination settings) {
        this.vertx = vertx;
        this.tls = tls;
        this.settings = settings;
        // hosts may be many: beyond twice the attempts that can be under way, connections are closed after use
        this.maxKept = 2 * AdHocDestinations.HTTP_LANES * settings.concurrency();
    }

    /**
     * @param address a checked one, as a number
     * @return a request that is not yet sent, on a connection to that address
     */
    Future<HttpClientRequest> request(AdHocTarget target, String address, long connectMillis) {
        RequestOptions options = new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(target.port(), address))
                .setHost(target.host().text())
                .setPort(target.port())
                .setSsl(target.ssl())
                .setMethod(HttpMethod.valueOf(target.method()))
                .setURI(target.line().pathAndQuery())
                .setConnectTimeout(connectMillis)
                .setFollowRedirects(false);
        return client().request(options).onSuccess(request -> {
            if (open.get() > maxKept) {
                request.putHeader("Connection", "close");
            }
        });
    }

    /** New connections use the new certificates. */
    synchronized void certificateUpdated(String name, TlsConfiguration configuration) {
        if (client != null && name.equals(settings.tlsConfigurationName().orElse(TlsConfig.DEFAULT_NAME))) {
            client.updateSSLOptions(configuration.getSSLOptions());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.close();
        }
    }

    private synchronized HttpClient client() {
        if (closed) {
            throw new IllegalStateException("the channel is closed");
        }
        if (client == null) {
            client = build();
        }
        return client;
    }

    private HttpClient build() {
        HttpClientOptions options = new HttpClientOptions();
        tlsConfiguration().ifPresent(configuration -> TlsConfigUtils.configure(options, configuration));
        HttpClients.fix(options);
        // a span of the client would hold the URL with its query
        options.setTracingPolicy(TracingPolicy.IGNORE)
                .setConnectTimeout((int) settings.connectTimeout().toMillis())
                .setKeepAliveTimeout(HttpClients.KEEP_ALIVE_SECONDS);
        return vertx.httpClientBuilder()
                .with(options)
                .with(new PoolOptions().setHttp1MaxSize(2 * settings.concurrency()))
                .withConnectHandler(this::opened)
                .build();
    }

    private void opened(HttpConnection connection) {
        open.incrementAndGet();
        connection.closeHandler(v -> open.decrementAndGet());
    }

    private Optional<TlsConfiguration> tlsConfiguration() {
        Optional<String> name = settings.tlsConfigurationName();
        if (name.isEmpty()) {
            return tls.getDefault();
        }
        return Optional.of(tls.get(name.get()).orElseThrow(
                () -> new IllegalStateException("there is no TLS configuration '" + name.get() + "'")));
    }
}
