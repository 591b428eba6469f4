package io.quarkiverse.localtask.it.faults.receiver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** The partners behind {@code /d0} to {@code /d9}. Used on one event loop only. */
final class HttpReceiver {

    private static final Buffer MEGABYTE = Buffer.buffer(new byte[1 << 20]);
    private static final int HUGE_MEGABYTES = 1024;

    private final Vertx vertx;
    private final LedgerFile ledger;
    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();

    HttpReceiver(Vertx vertx, LedgerFile ledger) {
        this.vertx = vertx;
        this.ledger = ledger;
    }

    void behave(String destination, Behaviour behaviour) {
        behaviours.put(destination, behaviour);
    }

    void handle(HttpServerRequest request) {
        request.bodyHandler(body -> answer(request, body.getBytes()));
    }

    private void answer(HttpServerRequest request, byte[] body) {
        String destination = request.path().split("/")[1];
        String taskId = request.getHeader("Idempotency-Key");
        String attempt = request.getHeader("Local-Task-Attempt");
        Behaviour behaviour = behaviours.getOrDefault(destination, Behaviour.WELL);
        if (behaviour.times() > 0 && requests.merge(taskId, 1, Integer::sum) > behaviour.times()) {
            behaviour = Behaviour.WELL;
        }
        ledger.add(new Delivery(System.currentTimeMillis(), destination, String.valueOf(taskId),
                attempt == null ? 0 : Integer.parseInt(attempt), LedgerFile.hash(body), behaviour.noted()));
        if (behaviour.delayMillis() > 0) {
            Behaviour later = behaviour;
            vertx.setTimer(behaviour.delayMillis(), timer -> act(request, later));
        } else {
            act(request, behaviour);
        }
    }

    private void act(HttpServerRequest request, Behaviour behaviour) {
        HttpServerResponse response = request.response().setStatusCode(behaviour.status());
        if (behaviour.retryAfter() != null) {
            response.putHeader("Retry-After", behaviour.retryAfter());
        }
        if (behaviour.location() != null) {
            response.putHeader("Location", behaviour.location());
        }
        switch (behaviour.mode()) {
            case STATUS -> response.end();
            case NEVER -> {
                // that is all
            }
            case TRICKLE -> {
                response.setChunked(true);
                long timer = vertx.setPeriodic(1000, tick -> response.write("x"));
                response.closeHandler(gone -> vertx.cancelTimer(timer));
            }
            case HUGE -> {
                response.putHeader("Content-Length", Long.toString((long) HUGE_MEGABYTES << 20));
                pour(response, HUGE_MEGABYTES);
            }
            case CLOSE -> request.connection().close();
            case CLOSE_IN_THE_BODY -> {
                response.putHeader("Content-Length", "1000");
                response.write("half").onComplete(done -> request.connection().close());
            }
            case CLOSE_AFTER -> response.end().onComplete(done -> request.connection().close());
        }
    }

    private static void pour(HttpServerResponse response, int megabytes) {
        int left = megabytes;
        while (left > 0 && !response.writeQueueFull()) {
            response.write(MEGABYTE);
            left--;
        }
        if (left == 0) {
            response.end();
        } else {
            int rest = left;
            response.drainHandler(drained -> pour(response, rest));
        }
    }
}
