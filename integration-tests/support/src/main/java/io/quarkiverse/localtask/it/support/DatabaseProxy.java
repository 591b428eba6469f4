package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a service and the database, and ends the service at a given statement. It reads the statements' texts: a
 * driver
 * that prepares them on the server sends the text only the first times ({@code prepareThreshold=0} of PostgreSQL's: always).
 */
public final class DatabaseProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private volatile Trap trap;

    /** What is waited for, and what happens then. */
    private record Trap(String statement, int left, boolean executed, Runnable then, AtomicInteger seen) {

        boolean springs(byte[] bytes, int length) {
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(statement)
                    && seen.incrementAndGet() == left;
        }
    }

    /** @param url of a database of the server it stands before */
    public DatabaseProxy(String url) {
        target = port(url);
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private static int port(String url) {
        return URI.create(url.substring("jdbc:".length())).getPort();
    }

    /** @return the URL of the same database through this proxy */
    public String url(String url) {
        return url.replace(":" + port(url) + "/", ":" + listener.getLocalPort() + "/");
    }

    /**
     * @param statement what the statement contains
     * @param nth which one of them, from now on, counted from 1
     * @param executed whether the server gets it; its answer is not passed on
     * @param then runs in the moment before that; nothing is passed on afterwards on that connection
     */
    public void at(String statement, int nth, boolean executed, Runnable then) {
        trap = new Trap(statement, nth, executed, then, new AtomicInteger());
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                Connection connection = new Connection(client, server);
                daemon(() -> connection.pass(connection::requests));
                daemon(() -> connection.pass(connection::answers));
            }
        } catch (IOException closed) {
            // nobody needs it any more
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "database-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Direction {
        void pass() throws IOException;
    }

    private final class Connection {

        private final Socket client;
        private final Socket server;
        private volatile Runnable beforeTheAnswer;

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pass(Direction direction) {
            try (client; server) {
                direction.pass();
            } catch (IOException closed) {
                // by one of the two
            }
        }

        void requests() throws IOException {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                Trap set = trap;
                if (set != null && set.springs(bytes, length)) {
                    if (!set.executed()) {
                        set.then().run();
                        return;
                    }
                    beforeTheAnswer = set.then();
                }
                out.write(bytes, 0, length);
            }
        }

        void answers() throws IOException {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (beforeTheAnswer != null) {
                    beforeTheAnswer.run();
                    return;
                }
                out.write(bytes, 0, length);
            }
        }
    }
}
