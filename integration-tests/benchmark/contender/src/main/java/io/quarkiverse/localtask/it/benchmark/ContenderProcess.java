package io.quarkiverse.localtask.it.benchmark;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Lets the driver command a contender that runs in this process. */
public final class ContenderProcess {

    private final Contender contender;
    private final Producers producers;
    private final CountDownLatch end = new CountDownLatch(1);

    private ContenderProcess(Contender contender) {
        this.contender = contender;
        producers = new Producers(contender);
    }

    /** Returns when the driver has said that it is over. */
    public static void serve(Contender contender) throws Exception {
        ContenderProcess process = new ContenderProcess(contender);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "benchmark-control");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", process::answer);
        server.start();
        System.out.println("Commands at port " + server.getAddress().getPort());
        process.end.await();
        contender.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        int status = 200;
        byte[] answer;
        try {
            answer = run(exchange.getRequestURI().getPath(), parameters(exchange.getRequestURI().getQuery()));
        } catch (Throwable e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            status = 500;
            answer = text.toString().getBytes(StandardCharsets.UTF_8);
        }
        try (exchange) {
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        }
        if (exchange.getRequestURI().getPath().equals("/end")) {
            end.countDown();
        }
    }

    private byte[] run(String command, Map<String, Integer> parameters) throws Exception {
        switch (command) {
            case "/produce":
                return text(producers.run(parameters.get("count"), parameters.getOrDefault("rate", 0)));
            case "/begun":
                return bytes(producers.begun());
            case "/committed":
                return bytes(producers.committed());
            case "/store":
                contender.store(parameters.get("from"), parameters.get("to"));
                return new byte[0];
            case "/deliver":
                contender.deliver();
                return new byte[0];
            case "/look":
                return text(contender.look());
            case "/settings":
                return text(contender.settings());
            case "/collect":
                System.gc();
                return text(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
            case "/end":
                // once this is answered
                return new byte[0];
            default:
                throw new IllegalArgumentException("No such command: " + command);
        }
    }

    private static byte[] text(Object value) {
        return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    private static Map<String, Integer> parameters(String query) {
        Map<String, Integer> parameters = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&")) {
                int equals = pair.indexOf('=');
                parameters.put(pair.substring(0, equals), Integer.valueOf(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }
}
