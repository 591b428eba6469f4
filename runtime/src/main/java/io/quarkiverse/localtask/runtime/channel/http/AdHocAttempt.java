package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import io.netty.channel.ConnectTimeoutException;
import io.quarkiverse.localtask.spi.Outcome;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientRequest;

/**
 * One attempt of an ad hoc message: look up, check every address, connect to one of them, send. Where connecting fails the next
 * address is tried, within the connect timeout; nothing has been sent by then. All methods but {@link #cancel} run on the
 * exchange's context.
 */
final class AdHocAttempt {

    /** With more, each would get too little time. */
    private static final int MAX_ADDRESSES = 4;

    private final AdHocClient client;
    private final AdHocGuard guard;
    private final AdHocTarget target;
    private final Context context;
    private final HttpExchange exchange;
    private final Map<String, String> headers;
    private final byte[] payload;

    private List<String> addresses;
    private long connectDeadline;
    private volatile long timer = -1;
    private volatile CompletableFuture<InetAddress[]> lookup;

    AdHocAttempt(AdHocClient client, AdHocGuard guard, AdHocTarget target, Context context, HttpExchange exchange,
            Map<String, String> headers, byte[] payload) {
        this.client = client;
        this.guard = guard;
        this.target = target;
        this.context = context;
        this.exchange = exchange;
        this.headers = headers;
        this.payload = payload;
    }

    /** @param lookup the addresses of a name; {@code null} if the target is an address */
    void start(CompletableFuture<InetAddress[]> lookup, long deadline, Duration connectTimeout) {
        if (exchange.isDone()) {
            return;
        }
        timer = context.owner().setTimer(Math.max(1, millisUntil(deadline)),
                id -> context.runOnContext(v -> exchange.timedOut()));
        if (lookup == null) {
            connect(List.of(AddressOrder.text(target.host().address())), connectTimeout, deadline);
            return;
        }
        this.lookup = lookup;
        lookup.whenComplete((found, failure) -> context.runOnContext(v -> {
            if (failure != null) {
                exchange.failed(failure);
            } else {
                check(found, connectTimeout, deadline);
            }
        }));
    }

    /** Any thread, after the outcome, too. */
    void cancel() {
        if (timer >= 0) {
            context.owner().cancelTimer(timer);
        }
        exchange.cancel();
        if (lookup != null) {
            lookup.cancel(false);
        }
    }

    private void check(InetAddress[] found, Duration connectTimeout, long deadline) {
        if (found.length == 0) {
            exchange.failed(new UnknownHostException());
            return;
        }
        try {
            guard.check(found);
        } catch (AdHocRefusal e) {
            exchange.refused(Outcome.rejected(e.getMessage()));
            return;
        }
        connect(AddressOrder.alternating(found, MAX_ADDRESSES), connectTimeout, deadline);
    }

    private void connect(List<String> checked, Duration connectTimeout, long deadline) {
        addresses = checked;
        connectDeadline = System.nanoTime() + Math.min(connectTimeout.toNanos(), deadline - System.nanoTime());
        connect(0);
    }

    private void connect(int index) {
        if (exchange.isDone()) {
            return;
        }
        long share = Math.max(1, millisUntil(connectDeadline) / (addresses.size() - index));
        try {
            client.request(target, addresses.get(index), share)
                    .onSuccess(this::send)
                    .onFailure(failure -> connectFailed(index, failure));
        } catch (RuntimeException e) {
            exchange.failed(e);
        }
    }

    private void connectFailed(int index, Throwable failure) {
        if (index + 1 < addresses.size() && millisUntil(connectDeadline) > 0) {
            connect(index + 1);
        } else {
            exchange.failed(failure instanceof TimeoutException ? new ConnectTimeoutException() : failure);
        }
    }

    private void send(HttpClientRequest request) {
        exchange.send(request, headers, payload);
    }

    private static long millisUntil(long nanos) {
        return (nanos - System.nanoTime()) / 1_000_000;
    }
}
