package io.quarkiverse.localtask.it.benchmark.driver.receiver;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.it.benchmark.Message;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/**
 * The partner of all contenders: takes messages on one event loop, and remembers when each arrived first. It answers at once,
 * after a delay, so many a second, or never.
 */
public final class ReceiverMain {

    /** When each message arrived first ({@link System#nanoTime()}); 0: not yet. */
    private long[] arrivals = {};
    private long received;
    private long distinct;
    private long first;
    private long last;
    private int delayMillis;
    private int perSecond;
    private String silentPath = "";
    /** When the answer that is furthest in the future is given, while it answers so many a second. */
    private long busyUntil;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

    private ReceiverMain() {
    }

    public static void main(String[] arguments) {
        new ReceiverMain().listen();
    }

    private void listen() {
        vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setTcpNoDelay(true))
                .requestHandler(this::handle)
                .listen(0)
                .onSuccess(server -> System.out.println("Listening at port " + server.actualPort()))
                .onFailure(failure -> {
                    failure.printStackTrace();
                    System.exit(1);
                });
    }

    private void handle(HttpServerRequest request) {
        if (request.path().startsWith("/control/")) {
            request.response().end(command(request));
            return;
        }
        request.bodyHandler(body -> received(request, body));
    }

    private void received(HttpServerRequest request, Buffer body) {
        if (request.path().equals(silentPath)) {
            return;
        }
        long now = System.nanoTime();
        long taken = now;
        if (perSecond > 0) {
            // one after the other
            busyUntil = Math.max(now, busyUntil) + TimeUnit.SECONDS.toNanos(1) / perSecond;
            taken = busyUntil;
        }
        int n = Message.number(body.getBytes(0, Math.min(20, body.length())));
        received++;
        if (n >= 0 && n < arrivals.length && arrivals[n] == 0) {
            arrivals[n] = taken;
            distinct++;
            first = first == 0 ? taken : first;
            last = taken;
        }
        long wait = TimeUnit.NANOSECONDS.toMillis(taken - now) + delayMillis;
        if (wait <= 0) {
            request.response().end();
        } else {
            vertx.setTimer(wait, timer -> request.response().end());
        }
    }

    private Buffer command(HttpServerRequest request) {
        switch (request.path()) {
            case "/control/reset":
                arrivals = new long[number(request, "messages")];
                received = 0;
                distinct = 0;
                first = 0;
                last = 0;
                delayMillis = number(request, "delay");
                perSecond = number(request, "rate");
                busyUntil = 0;
                silentPath = request.getParam("silent", "");
                return Buffer.buffer();
            case "/control/counts":
                return Buffer.buffer(received + " " + distinct + " " + first + " " + last);
            case "/control/arrivals":
                ByteBuffer bytes = ByteBuffer.allocate(arrivals.length * Long.BYTES);
                bytes.asLongBuffer().put(arrivals);
                return Buffer.buffer(bytes.array());
            default:
                throw new IllegalArgumentException(request.path());
        }
    }

    private static int number(HttpServerRequest request, String name) {
        return Integer.parseInt(request.getParam(name, "0"));
    }
}
