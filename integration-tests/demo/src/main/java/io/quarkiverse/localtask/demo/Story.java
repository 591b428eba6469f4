package io.quarkiverse.localtask.demo;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkus.dev.console.TerminalUtils;

/** Tells what happens: to the terminal, and to the page. */
@ApplicationScoped
class Story {

    /** What a line is about; the page gives each kind its colour. */
    enum Kind {
        ACT("1", ""),
        PLAIN("", ""),
        COMMITTED("", "+"),
        ROLLED_BACK("35", "-"),
        DELIVERED("32", "\u2713"),
        FAILED("33", "\u2717"),
        BROKEN("31", "!"),
        MENDED("32", "!"),
        DUPLICATE("36", "=");

        private final String colour;
        private final String mark;

        Kind(String colour, String mark) {
            this.colour = colour;
            this.mark = mark;
        }
    }

    /** A line, with a number that only goes up. */
    public record Line(int number, Kind kind, String text) {
    }

    private static final int KEPT = 60;

    private final Deque<Line> lines = new ArrayDeque<>();
    private final long began = System.nanoTime();
    private final PrintStream out = System.out;
    private final boolean colour = System.getenv("NO_COLOR") == null && TerminalUtils.hasColorSupport();
    private final boolean symbols = Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()))
            .newEncoder().canEncode('\u2713');
    private int last;

    synchronized void tell(Kind kind, String text) {
        lines.addLast(new Line(++last, kind, text));
        if (lines.size() > KEPT) {
            lines.removeFirst();
        }
        if (kind == Kind.ACT) {
            out.println();
            out.println("  " + paint(kind, text));
        } else {
            out.println(String.format(Locale.ROOT, "  %s  %s", dim(time()), paint(kind, mark(kind) + " " + text)));
        }
    }

    /** For the terminal alone. */
    synchronized void print(String text) {
        out.println(text.isEmpty() ? "" : "  " + text);
    }

    synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    void committed(Order order, long nanos) {
        tell(Kind.COMMITTED, String.format(Locale.ROOT, "order %-3s committed in %.1f ms: 1 order, 2 tasks", order.id(),
                nanos / 1e6));
    }

    void rolledBack(Order order, String why) {
        tell(Kind.ROLLED_BACK, String.format("order %-3s rolled back: %s", order.id(), why));
    }

    void delivered(String taskId, int attempt) {
        tell(Kind.DELIVERED, what(taskId) + "delivered" + (attempt > 1 ? " at attempt " + attempt : ""));
    }

    void failed(String taskId, int attempt, String reason, double seconds) {
        tell(Kind.FAILED, String.format(Locale.ROOT, "%sattempt %d: %s; again in %.1f s", what(taskId), attempt, reason,
                seconds));
    }

    void duplicate(String taskId) {
        tell(Kind.DUPLICATE, what(taskId) + "came twice; the receiver knows the id and does nothing");
    }

    private String what(String taskId) {
        return String.format("order %-3s -> %-7s ", TaskIds.order(taskId), TaskIds.destination(taskId));
    }

    private String time() {
        return String.format(Locale.ROOT, "%5.1f s", (System.nanoTime() - began) / 1e9);
    }

    private String mark(Kind kind) {
        if (symbols || kind.mark.isEmpty() || kind.mark.charAt(0) < 128) {
            return kind.mark.isEmpty() ? " " : kind.mark;
        }
        return kind == Kind.DELIVERED ? "*" : "x";
    }

    private String paint(Kind kind, String text) {
        return colour && !kind.colour.isEmpty() ? "\033[" + kind.colour + "m" + text + "\033[0m" : text;
    }

    private String dim(String text) {
        return colour ? "\033[2m" + text + "\033[0m" : text;
    }
}
