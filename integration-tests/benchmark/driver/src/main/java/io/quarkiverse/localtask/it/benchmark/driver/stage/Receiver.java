package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.nio.file.Path;
import java.util.List;

/** The receiver's process. */
public final class Receiver extends Jvm {

    /** What it has got so far. @param first when the first one arrived, by the clock of all processes; 0: none yet */
    public record Counts(long received, long distinct, long first, long last) {

        public long duplicates() {
            return received - distinct;
        }
    }

    Receiver(Path java, Path log) {
        super(java, log, List.of("-Xms256m", "-Xmx512m", "-cp", System.getProperty("java.class.path"),
                "io.quarkiverse.localtask.it.benchmark.driver.receiver.ReceiverMain"));
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/t";
    }

    /** Forgets everything, and answers at once from now on. */
    public void expect(int messages) {
        expect(messages, "");
    }

    /**
     * @param behaviour {@code &delay=}milliseconds before each answer, {@code &rate=}answers a second at the most,
     *        {@code &silent=}path of those that get no answer
     */
    public void expect(int messages, String behaviour) {
        command("/control/reset?messages=" + messages + behaviour);
    }

    public Counts counts() {
        String[] values = command("/control/counts").split(" ");
        return new Counts(Long.parseLong(values[0]), Long.parseLong(values[1]), Long.parseLong(values[2]),
                Long.parseLong(values[3]));
    }

    /** @return by number, when each message arrived first; 0: not */
    public long[] arrivals() {
        return commandLongs("/control/arrivals");
    }
}
