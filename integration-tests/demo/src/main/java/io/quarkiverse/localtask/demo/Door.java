package io.quarkiverse.localtask.demo;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

/** A TCP port that leads to another one. Shut, it refuses connections and drops those that were open. */
class Door {

    private final Vertx vertx;
    private final NetClient client;
    private final int port;
    private final int target;
    private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
    private NetServer server;

    Door(Vertx vertx, int port, int target) {
        this.vertx = vertx;
        this.client = vertx.createNetClient();
        this.port = port;
        this.target = target;
    }

    synchronized Future<?> open() {
        if (server != null) {
            return Future.succeededFuture();
        }
        server = vertx.createNetServer().connectHandler(this::pass);
        return server.listen(port, "127.0.0.1");
    }

    synchronized Future<?> shut() {
        if (server == null) {
            return Future.succeededFuture();
        }
        Future<Void> closed = server.close();
        server = null;
        sockets.forEach(NetSocket::close);
        return closed;
    }

    synchronized boolean isOpen() {
        return server != null;
    }

    private void pass(NetSocket outside) {
        outside.pause();
        client.connect(target, "127.0.0.1").onFailure(e -> outside.close()).onSuccess(inside -> {
            sockets.add(outside);
            outside.closeHandler(closed -> {
                sockets.remove(outside);
                inside.close();
            });
            inside.closeHandler(closed -> outside.close());
            outside.pipeTo(inside);
            inside.pipeTo(outside);
        });
    }
}
