package io.quarkiverse.localtask.runtime.channel.http;

import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.ws.rs.core.Response;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;

/**
 * One request and its answer, beneath the REST client, or without it. The REST client reads the body of every answer whole,
 * into memory, for
 * as
 * long as it comes; the body is of no use here. So the exchange listens on the Vert.x request itself:
 * <ul>
 * <li>the complete head decides the outcome, whatever happens to the body;</li>
 * <li>a body that is announced longer than {@code http.max-response-size}, or grows beyond it, ends the exchange and closes the
 * connection;</li>
 * <li>so does a body that has not ended {@value #BODY_MILLIS} ms, or half of the attempt's remaining time, after the head. Only
 * a body that ends in time leaves a connection for the next request.</li>
 * </ul>
 * Bodies are never decompressed: a bomb stays as small as it came.
 * <p>
 * All methods except {@link #cancel} run on the exchange's own Vert.x context, which belongs to one event loop: no field needs
 * a lock. The context also carries the exchange to the request customizer and to filters.
 */
final class HttpExchange {

    /** How long the end of a body is waited for, in milliseconds: keeping a connection is worth no more. */
    static final long BODY_MILLIS = 500;

    private static final String KEY = HttpExchange.class.getName();

    private final Context context;
    private final Function<HttpHead, Outcome> outcomes;
    private final UniEmitter<? super Outcome> emitter;
    private final HttpTarget target;
    private final Map<String, String> ownHeaders;
    private final long maxResponseSize;
    private final long deadlineNanos;

    private HttpClientRequest request;
    private HttpHead head;
    private long received;
    private long bodyTimer = -1;
    private boolean alone;
    private boolean done;

    HttpExchange(Context context, Function<HttpHead, Outcome> outcomes, UniEmitter<? super Outcome> emitter,
            HttpTarget target, Map<String, String> ownHeaders, long maxResponseSize, long deadlineNanos) {
        this.context = context;
        this.outcomes = outcomes;
        this.emitter = emitter;
        this.target = target;
        this.ownHeaders = ownHeaders;
        this.maxResponseSize = maxResponseSize;
        this.deadlineNanos = deadlineNanos;
    }

    /** @return the exchange this thread's Vert.x context belongs to, or {@code null} */
    static HttpExchange current() {
        Context current = Vertx.currentContext();
        return current == null ? null : current.getLocal(KEY);
    }

    /** The headers that no filter of the application may change. */
    Map<String, String> ownHeaders() {
        return ownHeaders;
    }

    /** Makes the call. */
    void start(Supplier<Uni<Response>> call) {
        if (done) {
            return;
        }
        context.putLocal(KEY, this);
        Uni<Response> response;
        try {
            response = call.get();
        } catch (RuntimeException e) {
            failed(e);
            return;
        }
        response.subscribe().with(this::answered, this::failed);
    }

    /** A connection was found and the request is about to be sent on it. */
    void sending(HttpClientRequest request) {
        this.request = request;
        // what goes wrong becomes the outcome; without these handlers Vert.x logs it as ERROR, with bytes of the answer
        request.exceptionHandler(HttpExchange::ignore);
        request.connection().exceptionHandler(HttpExchange::ignore);
        if (done) {
            request.reset();
        } else {
            request.setURI(target.inFormOf(request.getURI()));
            request.response().onSuccess(this::headReceived).onFailure(this::failed);
        }
    }

    /** Sends without the REST client, whose part at the end of the answer is done here. */
    void send(HttpClientRequest request, Map<String, String> headers, byte[] body) {
        alone = true;
        sending(request);
        if (!done) {
            headers.forEach(request::putHeader);
            request.send(Buffer.buffer(body));
        }
    }

    boolean isDone() {
        return done;
    }

    /** The attempt's time is over; the REST client sees to that by itself. */
    void timedOut() {
        if (!done) {
            failed(new TimeoutException());
            abort();
        }
    }

    /** Ends the exchange before anything was sent. */
    void refused(Outcome outcome) {
        finish(outcome);
    }

    /** Any thread: aborts the exchange, closes its connection if it has one, and says nothing to the emitter. */
    void cancel() {
        context.runOnContext(v -> {
            if (!done) {
                end();
                abort();
            }
        });
    }

    void failed(Throwable failure) {
        if (head != null) {
            finish(outcomes.apply(head));
        } else {
            finish(Outcome.failed(FailureReason.of(failure)));
        }
    }

    private void answered(Response response) {
        if (head != null) {
            finish(outcomes.apply(head));
        } else {
            finish(Outcome.failed("not sent: a request filter of the application answered instead"));
        }
    }

    private void headReceived(HttpClientResponse response) {
        if (done) {
            return;
        }
        head = HttpHead.of(response);
        response.exceptionHandler(HttpExchange::ignore);
        // multipart/form-data would make the REST client decode the body, with a chunk handler in place of ours
        response.headers().remove("Content-Type");
        boolean interim = head.status() < 200;
        if (interim || announcedLength(response) > maxResponseSize) {
            // after an interim status that the client takes for final, the real answer would meet the next request
            cut();
            return;
        }
        response.handler(this::bodyReceived);
        if (alone) {
            response.end().onComplete(endedOrBroken -> finish(outcomes.apply(head)));
        }
        long remaining = (deadlineNanos - System.nanoTime()) / 1_000_000;
        bodyTimer = context.owner().setTimer(Math.max(1, Math.min(BODY_MILLIS, remaining / 2)), id -> cut());
    }

    private void bodyReceived(Buffer chunk) {
        received += chunk.length();
        if (received > maxResponseSize) {
            cut();
        }
    }

    private void cut() {
        if (!done) {
            finish(outcomes.apply(head));
            abort();
        }
    }

    private void finish(Outcome outcome) {
        if (!done) {
            end();
            emitter.complete(outcome);
        }
    }

    private void end() {
        done = true;
        if (bodyTimer >= 0) {
            context.owner().cancelTimer(bodyTimer);
        }
    }

    private void abort() {
        if (request == null) {
            return;
        }
        request.reset();
        if (head != null && head.status() < 200) {
            request.connection().close();
        }
    }

    private static void ignore(Throwable brokenOrCut) {
    }

    private static long announcedLength(HttpClientResponse response) {
        String length = response.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
