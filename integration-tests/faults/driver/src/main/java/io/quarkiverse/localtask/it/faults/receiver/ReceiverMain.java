package io.quarkiverse.localtask.it.faults.receiver;

import java.nio.file.Path;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PfxOptions;

/**
 * The receiver, a process of its own, so that it neither shares a pause nor a fault with anybody. Everything under {@code /-/}
 * is for the driver. Arguments: the ledger file.
 */
public final class ReceiverMain {

    private ReceiverMain() {
    }

    public static void main(String[] arguments) {
        LedgerFile ledger = new LedgerFile(Path.of(arguments[0]));
        Vertx vertx = Vertx.vertx();
        HttpReceiver receiver = new HttpReceiver(vertx, ledger);
        RawReceiver raw = new RawReceiver(vertx, ledger);
        vertx.createHttpServer().requestHandler(request -> {
            if (request.path().startsWith("/-/")) {
                control(vertx, receiver, raw, ledger, request);
            } else {
                receiver.handle(request);
            }
        }).listen(0, "127.0.0.1")
                .onSuccess(server -> System.out.println("Receiver on port " + server.actualPort()))
                .onFailure(failure -> {
                    failure.printStackTrace();
                    System.exit(1);
                });
    }

    private static void control(Vertx vertx, HttpReceiver receiver, RawReceiver raw, LedgerFile ledger,
            HttpServerRequest request) {
        switch (request.path()) {
            case "/-/behave" -> {
                receiver.behave(request.getParam("destination"), Behaviour.of(request));
                request.response().end();
            }
            case "/-/catch-up" -> request.response().end();
            case "/-/consume" -> vertx.executeBlocking(() -> {
                QueueReceiver.consume(Integer.parseInt(request.getParam("port")), request.getParam("exchange"),
                        request.getParam("queue"), ledger);
                return null;
            }).onComplete(done -> request.response().setStatusCode(done.succeeded() ? 200 : 500)
                    .end(String.valueOf(done.cause())));
            case "/-/behave-raw" -> {
                raw.behave(request.getParam("destination"), RawReceiver.Answer.valueOf(request.getParam("answer")));
                request.response().end();
            }
            case "/-/listen" -> answerPort(request, vertx.createHttpServer(options(request))
                    .requestHandler(receiver::handle).listen().map(HttpServer::actualPort));
            case "/-/listen-raw" -> answerPort(request, vertx.createNetServer(new NetServerOptions().setHost("127.0.0.1"))
                    .connectHandler(raw::handle).listen(0).map(NetServer::actualPort));
            default -> request.response().setStatusCode(404).end();
        }
    }

    /** A further port, over TLS if there is a key store. */
    private static HttpServerOptions options(HttpServerRequest request) {
        HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1")
                .setPort(Integer.parseInt(request.getParam("port", "0")));
        String keyStore = request.getParam("key-store");
        return keyStore == null ? options
                : options.setSsl(true).setKeyCertOptions(new PfxOptions().setPath(keyStore)
                        .setPassword(request.getParam("password")));
    }

    private static void answerPort(HttpServerRequest request, Future<Integer> port) {
        port.onComplete(done -> request.response().setStatusCode(done.succeeded() ? 200 : 500)
                .end(String.valueOf(done.succeeded() ? done.result() : done.cause())));
    }
}
