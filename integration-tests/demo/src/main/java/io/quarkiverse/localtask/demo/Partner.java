package io.quarkiverse.localtask.demo;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** The partner, a server of its own in this process, and all the ways in which it fails. */
@ApplicationScoped
class Partner {

    enum Mode {
        /** It answers. */
        UP,
        /** It answers 503. */
        BUSY,
        /** It works, but its answer is lost on the way: the sender must repeat, and the repeat is a duplicate. */
        MUTE,
        /** Nobody listens. */
        DOWN
    }

    private final Inbox inbox = new Inbox();
    private final Vertx vertx;
    private final Story story;
    private final int port;
    private volatile Mode mode = Mode.DOWN;
    private HttpServer server;

    Partner(Vertx vertx, Story story, @ConfigProperty(name = "demo.partner.port") int port) {
        this.vertx = vertx;
        this.story = story;
        this.port = port;
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
        become(Mode.UP);
    }

    void stop(@Observes ShutdownEvent event) {
        become(Mode.DOWN);
    }

    Mode mode() {
        return mode;
    }

    Inbox inbox() {
        return inbox;
    }

    synchronized void become(Mode next) {
        mode = next;
        if (next == Mode.DOWN && server != null) {
            Waiting.on(server.close());
            server = null;
        } else if (next != Mode.DOWN && server == null) {
            server = Waiting.on(vertx.createHttpServer().requestHandler(this::handle).listen(port, "127.0.0.1"));
        }
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            String taskId = request.getHeader("Idempotency-Key");
            switch (mode) {
                case UP -> {
                    receive(taskId);
                    request.response().setStatusCode(204).end();
                }
                case MUTE -> {
                    receive(taskId);
                    request.connection().close();
                }
                default -> request.response().setStatusCode(503).end();
            }
        });
    }

    private void receive(String taskId) {
        if (!inbox.receive(taskId)) {
            story.duplicate(taskId);
        }
    }
}
