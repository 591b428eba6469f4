package io.quarkiverse.localtask.it.faults.receiver;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;

/** A partner that speaks HTTP/1.1 by hand, and so can say what no server would. One event loop, one request a connection. */
final class RawReceiver {

    private static final Pattern PATH = Pattern.compile("^\\S+ /([^/ ?]+)");
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: (\\d+)");
    private static final Pattern TASK = Pattern.compile("(?im)^idempotency-key: (\\S+)");
    private static final Pattern ATTEMPT = Pattern.compile("(?im)^local-task-attempt: (\\d+)");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private final Vertx vertx;
    private final LedgerFile ledger;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    /** What it answers with. */
    enum Answer {
        WELL(OK, 200),
        /** Interim responses before the final one (RFC 9110, 15.2). */
        HINTS("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + OK, 200),
        /** An interim response that WebDAV had once (RFC 2518, 10.1), and that the client does not know as one. */
        PROCESSING("HTTP/1.1 102 Processing\r\n\r\n" + OK, 102),
        /** Nobody has asked for it. */
        SWITCHING("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n", 101),
        /** The connection is closed in the middle of the head. */
        HALF_A_HEAD("HTTP/1.1 200 OK\r\nContent-Le", 0),
        NO_HTTP("SSH-2.0-OpenSSH_9.2\r\n", 0),
        /** One byte of the head a second. */
        TRICKLE(OK, 0),
        /** One interim response a second, and never a final one. */
        TRICKLED_HINTS("HTTP/1.1 103 Early Hints\r\n\r\n", 0);

        private final String text;
        private final int noted;

        Answer(String text, int noted) {
            this.text = text;
            this.noted = noted;
        }
    }

    RawReceiver(Vertx vertx, LedgerFile ledger) {
        this.vertx = vertx;
        this.ledger = ledger;
    }

    void behave(String destination, Answer answer) {
        answers.put(destination, answer);
    }

    void handle(NetSocket socket) {
        Buffer request = Buffer.buffer();
        socket.handler(part -> {
            request.appendBuffer(part);
            byte[] bytes = request.getBytes();
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            int head = text.indexOf("\r\n\r\n") + 4;
            if (head > 3 && bytes.length - head >= Integer.parseInt(first(LENGTH, text, "0"))) {
                socket.handler(more -> {
                });
                answer(socket, text.substring(0, head), request.getBytes(head, bytes.length));
            }
        });
    }

    private void answer(NetSocket socket, String head, byte[] body) {
        String destination = first(PATH, head, "none");
        Answer answer = answers.getOrDefault(destination, Answer.WELL);
        ledger.add(new Delivery(System.currentTimeMillis(), destination, first(TASK, head, "null"),
                Integer.parseInt(first(ATTEMPT, head, "0")), LedgerFile.hash(body), answer.noted));
        switch (answer) {
            case TRICKLE -> {
                int[] sent = new int[1];
                everySecond(socket, () -> answer.text.substring(sent[0], ++sent[0]));
            }
            case TRICKLED_HINTS -> everySecond(socket, () -> answer.text);
            default -> socket.write(answer.text).onComplete(done -> socket.close());
        }
    }

    private void everySecond(NetSocket socket, Supplier<String> next) {
        long timer = vertx.setPeriodic(1000, tick -> socket.write(next.get()));
        socket.closeHandler(gone -> vertx.cancelTimer(timer));
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
