package io.quarkiverse.localtask.it.benchmark;

/** The messages: 512 bytes of JSON that begin with their number. */
public final class Message {

    /** The length of every body, in bytes: they are ASCII. */
    public static final int LENGTH = 512;

    private static final String START = "{\"n\":";
    private static final String PADDING = ",\"text\":\"" + "x".repeat(LENGTH);

    private Message() {
    }

    public static String body(int n) {
        String number = START + n;
        return number + PADDING.substring(0, LENGTH - number.length() - 2) + "\"}";
    }

    /** @return an SQL expression of the same body, with {@code i} as its number */
    public static String sqlBody() {
        return "rpad('" + START + "' || i || ',\"text\":\"', " + (LENGTH - 2) + ", 'x') || '\"}'";
    }

    /**
     * @param body at least the first bytes of one
     * @return its number, or -1
     */
    public static int number(byte[] body) {
        if (body.length <= START.length()) {
            return -1;
        }
        int n = 0;
        for (int i = START.length(); i < body.length && body[i] >= '0' && body[i] <= '9'; i++) {
            n = n * 10 + body[i] - '0';
        }
        return n;
    }
}
