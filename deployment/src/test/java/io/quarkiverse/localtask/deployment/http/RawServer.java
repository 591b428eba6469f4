package io.quarkiverse.localtask.deployment.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server that reads requests byte by byte and answers whatever a test wants, well-formed or not. */
class RawServer implements Closeable {

    /** Answers one request on a connection. */
    interface Answer {
        void to(Request request, Connection connection) throws Exception;
    }

    /** A request as it came. */
    record Request(int number, String requestLine, List<String> headerLines, byte[] body) {

        List<String> values(String name) {
            return headerLines.stream().filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip()).toList();
        }
    }

    /** The connection a request came on. */
    record Connection(int number, Socket socket, AtomicLong written) {

        void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void write(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
            written.addAndGet(bytes.length);
        }

        /** Blocks until the peer closes the connection. */
        void awaitPeerClose() throws IOException {
            while (socket.getInputStream().read() >= 0) {
                // what else it sends does not matter
            }
        }

        void close() throws IOException {
            socket.close();
        }
    }

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger closedByPeer = new AtomicInteger();
    final AtomicLong written = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket server;
    private final Answer answer;

    RawServer(Answer answer) throws IOException {
        this(InetAddress.getByName("127.0.0.1"), answer);
    }

    RawServer(InetAddress address, Answer answer) throws IOException {
        this(new ServerSocket(0, 256, address), answer);
    }

    RawServer(ServerSocket server, Answer answer) {
        this.answer = answer;
        this.server = server;
        daemon("raw-server", this::accept);
    }

    static RawServer replying(String response) throws IOException {
        return new RawServer((request, connection) -> connection.write(response));
    }

    int port() {
        return server.getLocalPort();
    }

    String url(String target) {
        return "http://127.0.0.1:" + port() + target;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                Connection connection = new Connection(connections.incrementAndGet(), socket, written);
                daemon("raw-server-connection", () -> serve(connection));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Connection connection) {
        try (Socket socket = connection.socket()) {
            InputStream in = socket.getInputStream();
            Request request;
            while ((request = read(in)) != null) {
                requests.add(request);
                answer.to(request, connection);
            }
            closedByPeer.incrementAndGet();
        } catch (Exception e) {
            closedByPeer.incrementAndGet();
        } finally {
            open.remove(connection.socket());
        }
    }

    private Request read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int length = 0;
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.write(b);
        }
        List<String> lines = head.toString(StandardCharsets.ISO_8859_1).strip().lines().toList();
        for (String line : lines) {
            if (line.toLowerCase().startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return new Request(requests.size() + 1, lines.get(0), lines.subList(1, lines.size()), in.readNBytes(length));
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
