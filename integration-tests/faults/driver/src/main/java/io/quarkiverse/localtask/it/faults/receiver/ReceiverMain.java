package io.quarkiverse.localtask.it.faults.receiver;

import java.nio.file.Path;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

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
        vertx.createHttpServer().requestHandler(request -> {
            if (request.path().startsWith("/-/")) {
                control(vertx, receiver, ledger, request);
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

    private static void control(Vertx vertx, HttpReceiver receiver, LedgerFile ledger, HttpServerRequest request) {
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
            default -> request.response().setStatusCode(404).end();
        }
    }
}
