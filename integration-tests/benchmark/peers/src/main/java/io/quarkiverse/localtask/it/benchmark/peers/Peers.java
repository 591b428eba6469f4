package io.quarkiverse.localtask.it.benchmark.peers;

import java.util.logging.Level;
import java.util.logging.Logger;

import io.quarkiverse.localtask.it.benchmark.Contender;
import io.quarkiverse.localtask.it.benchmark.ContenderProcess;
import io.quarkiverse.localtask.it.benchmark.Settings;

/** The process of one peer: the one that {@link Settings#contender()} names. */
public final class Peers {

    static final String BUSINESS = "business";
    static final String BARE_FLOOR = "bare-floor";
    static final String GRUELBOX = "gruelbox";
    static final String DB_SCHEDULER = "db-scheduler";
    static final String SEED = "seed";

    /** Held, as a logger's level is lost with the logger. */
    private static final Logger ROOT = Logger.getLogger("");

    private Peers() {
    }

    public static void main(String[] arguments) throws Exception {
        ROOT.setLevel(Level.WARNING);
        ContenderProcess.serve(open(Settings.contender()));
    }

    private static Contender open(String contender) throws Exception {
        switch (contender) {
            case BUSINESS:
                return new Business();
            case BARE_FLOOR:
                return new BareFloor();
            case GRUELBOX:
                return new Gruelbox();
            case DB_SCHEDULER:
                return new DbScheduler();
            case SEED:
                return new Seed();
            default:
                throw new IllegalArgumentException("No such peer: " + contender);
        }
    }
}
