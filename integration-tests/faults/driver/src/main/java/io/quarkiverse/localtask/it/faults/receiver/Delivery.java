package io.quarkiverse.localtask.it.faults.receiver;

/**
 * A line of the receiver's ledger: one request or message as it arrived.
 *
 * @param millis when, by the wall clock
 * @param destination the first element of the path, or the queue
 * @param attempt the attempt's number as sent, or 0
 * @param bodyHash the first 16 bytes of SHA-256, in hexadecimal
 * @param status what it is answered with, 0 for no answer
 */
public record Delivery(long millis, String destination, String taskId, int attempt, String bodyHash, int status) {

    /** @return whether the receiver took it: a repeat after this is a duplicate */
    public boolean accepted() {
        return status / 100 == 2;
    }

    String line() {
        return millis + "\t" + destination + "\t" + taskId + "\t" + attempt + "\t" + bodyHash + "\t" + status + "\n";
    }

    /** The reverse of {@link #line()}. */
    public static Delivery of(String line) {
        String[] fields = line.split("\t");
        return new Delivery(Long.parseLong(fields[0]), fields[1], fields[2], Integer.parseInt(fields[3]), fields[4],
                Integer.parseInt(fields[5]));
    }
}
