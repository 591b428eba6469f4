package io.quarkiverse.localtask.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkus.runtime.StartupEvent;

/**
 * The broker, with somebody who reads what it gets: a server for AMQP 0-9-1 in this process, just big enough to take messages
 * and to confirm them. A whole broker would be better; the only one in pure Java, Apache Qpid Broker-J, does not run on Java 24
 * and later.
 */
@ApplicationScoped
class Broker {

    private final Inbox inbox = new Inbox();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Story story;
    private final int port;
    private ServerSocket server;

    Broker(Story story, @ConfigProperty(name = "demo.broker.port") int port) {
        this.story = story;
        this.port = port;
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
        up();
    }

    /** After the messaging connector, which stops with the same event and says good-bye. */
    void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        down();
    }

    synchronized boolean isUp() {
        return server != null;
    }

    Inbox inbox() {
        return inbox;
    }

    synchronized void up() {
        if (server != null) {
            return;
        }
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            server = opened;
            daemon("demo-broker", () -> accept(opened));
        } catch (IOException e) {
            throw new UncheckedIOException("The demo's broker cannot start on port " + port, e);
        }
    }

    /** Refuses connections, and drops those that are open with all that was not confirmed. */
    synchronized void down() {
        if (server == null) {
            return;
        }
        close(server);
        server = null;
        connections.forEach(Broker::close);
    }

    private void accept(ServerSocket opened) {
        try {
            while (true) {
                Socket socket = opened.accept();
                connections.add(socket);
                daemon("demo-broker-connection", () -> serve(socket));
                if (opened.isClosed()) {
                    // it went down meanwhile
                    close(socket);
                }
            }
        } catch (IOException e) {
            // down
        }
    }

    private void serve(Socket socket) {
        try {
            new BrokerConnection(socket, this::receive).serve();
        } catch (IOException e) {
            // the client or the broker is gone
        } finally {
            connections.remove(socket);
            close(socket);
        }
    }

    private void receive(String taskId) {
        if (!inbox.receive(taskId)) {
            story.duplicate(taskId);
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // it is closed enough
        }
    }
}
