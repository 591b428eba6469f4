package io.quarkiverse.localtask.it.benchmark.peers;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;

import io.quarkiverse.localtask.it.benchmark.Settings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/** The HTTP client of every peer: HTTP/1.1 without pipelining, over connections that are kept. */
final class Sender implements AutoCloseable {

    private static final int CONNECTIONS = 512;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Context eventLoop = vertx.getOrCreateContext();
    private final HttpClient client = vertx.createHttpClient(new HttpClientOptions().setKeepAlive(true),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    private final RequestOptions request;

    Sender() {
        URI receiver = Settings.receiver();
        request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(receiver.getHost())
                .setPort(receiver.getPort())
                .setURI(receiver.getRawPath().isEmpty() ? "/" : receiver.getRawPath())
                .putHeader("content-type", "application/json");
    }

    /** @return succeeds when the receiver has taken it */
    Future<Void> send(String body) {
        Promise<Void> taken = Promise.promise();
        Buffer bytes = Buffer.buffer(body);
        eventLoop.runOnContext(now -> client.request(request)
                .compose(post -> post.send(bytes))
                .compose(Sender::check)
                .onComplete(taken));
        return taken.future();
    }

    private static Future<Void> check(HttpClientResponse response) {
        return response.statusCode() / 100 == 2 ? Future.succeededFuture()
                : Future.failedFuture(new IOException("HTTP " + response.statusCode()));
    }

    /** Sends, and waits for the answer. */
    void sendAndWait(String body) throws IOException, InterruptedException {
        try {
            send(body).toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
