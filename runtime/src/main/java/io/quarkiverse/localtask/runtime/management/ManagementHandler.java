package io.quarkiverse.localtask.runtime.management;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.quarkus.runtime.ExecutorRecorder;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * The page and its API. Nobody gets past here without the role that the configuration asks for; who only looks may come from
 * anywhere the browser lets them, but what changes something must come from the page itself ({@link SameSite}).
 */
final class ManagementHandler implements Handler<RoutingContext> {

    private static final Logger LOG = Logger.getLogger(ManagementHandler.class);
    private static final int MAX_BODY = 64 * 1024;

    private final String path;
    private final boolean open;
    private final ManagementPage page = new ManagementPage();

    ManagementHandler(String path, boolean open) {
        this.path = path;
        this.open = open;
    }

    @Override
    public void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (!request.isEnded()) {
            // who the user is may be known later only; the body waits
            request.pause();
        }
        String below = context.normalizedPath().substring(context.normalizedPath().lastIndexOf(path) + path.length());
        ManagementHeaders.add(context.response());
        if (open && !isLocal(request)) {
            fail(context, 403, "In dev mode the page is for this machine: call it localhost, or by an address");
        } else if (below.isEmpty()) {
            context.response().setStatusCode(302).putHeader("Location", context.normalizedPath() + "/").end();
        } else if (changes(request) && !SameSite.accepts(request)) {
            fail(context, 403, "This request does not come from the page itself: it lacks the header " + SameSite.HEADER
                    + ", or comes from another origin");
        } else {
            QuarkusHttpUser.getSecurityIdentity(context, null).subscribe()
                    .with(identity -> guarded(context, () -> authorized(context, below, identity)), context::fail);
        }
    }

    /** A name of another site that leads here would let that site read along. */
    private static boolean isLocal(HttpServerRequest request) {
        String host = request.authority() == null ? "" : request.authority().host();
        return host.equals("localhost") || host.endsWith(".localhost") || host.startsWith("[") || host.matches("[0-9.]+");
    }

    private static boolean changes(HttpServerRequest request) {
        return request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD;
    }

    /** What is thrown in a callback would be heard by nobody. */
    private static void guarded(RoutingContext context, Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            context.fail(e);
        }
    }

    private void authorized(RoutingContext context, String below, SecurityIdentity identity) {
        ManagementApi api = Arc.container().instance(ManagementApi.class).get();
        if (!open && (identity == null || identity.isAnonymous())) {
            context.fail(new UnauthorizedException());
        } else if (!open && !identity.hasRole(api.role())) {
            context.fail(new ForbiddenException("The management of local tasks needs the role " + api.role()));
        } else if (below.equals("/")) {
            page.send(context.response());
        } else if (below.startsWith("/api/")) {
            Caller caller = open ? Caller.DEVELOPER
                    : new Caller(identity.getPrincipal().getName(), identity.hasRole(api.payloadRole()));
            String method = context.request().method().name();
            String endpoint = below.substring("/api/".length());
            readBody(context, body -> guarded(context, () -> executor()
                    .execute(() -> answer(context, () -> api.call(method, endpoint, context.queryParams(), body, caller)))));
        } else {
            fail(context, 404, "There is nothing here");
        }
    }

    private static Executor executor() {
        return ExecutorRecorder.getCurrent();
    }

    private static void readBody(RoutingContext context, Handler<Buffer> then) {
        HttpServerRequest request = context.request();
        if (!changes(request)) {
            request.resume();
            then.handle(null);
            return;
        }
        if (context.body() != null && context.body().buffer() != null) {
            // another extension has it read for all
            then.handle(context.body().buffer());
            return;
        }
        String length = request.getHeader("Content-Length");
        if (length == null || Long.parseLong(length) > MAX_BODY) {
            fail(context, 413, "A request holds at most " + MAX_BODY + " bytes, and says how many");
            return;
        }
        Future<Buffer> body = request.body();
        request.resume();
        body.onSuccess(then).onFailure(context::fail);
    }

    private interface Call {
        JsonNode run();
    }

    private static void answer(RoutingContext context, Call call) {
        ManagedContext requestContext = Arc.container().requestContext();
        requestContext.activate();
        try {
            send(context, 200, call.run());
        } catch (NotThereException e) {
            fail(context, 404, e.getMessage());
        } catch (IllegalArgumentException e) {
            fail(context, 400, e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("A request to the management of local tasks failed", e);
            fail(context, 500, "It failed: " + e.getClass().getSimpleName() + "; the log of this instance says more");
        } finally {
            requestContext.terminate();
        }
    }

    private static void fail(RoutingContext context, int status, String message) {
        send(context, status, ManagementApi.error(message));
    }

    private static void send(RoutingContext context, int status, JsonNode answer) {
        HttpServerResponse response = context.response();
        if (!response.ended() && !response.closed()) {
            response.setStatusCode(status).putHeader("Content-Type", "application/json;charset=UTF-8")
                    .end(Buffer.buffer(answer.toString().getBytes(StandardCharsets.UTF_8)));
        }
    }
}
