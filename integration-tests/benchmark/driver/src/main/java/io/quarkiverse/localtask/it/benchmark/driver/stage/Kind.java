package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.util.List;
import java.util.Locale;

import io.quarkiverse.localtask.it.benchmark.peers.Waiting;

/** The contenders. Their names are those of the results. */
public enum Kind {

    BUSINESS(Home.APPLICATION, "business", false, null),
    OURS_MARK(Home.APPLICATION, "ours", false, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    OURS_DELETE(Home.APPLICATION, "ours", true, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    FAIR_FLOOR_MARK(Home.APPLICATION, "fair-floor", false, "floor_message WHERE status = 0"),
    FAIR_FLOOR_DELETE(Home.APPLICATION, "fair-floor", true, "floor_message WHERE status = 0"),
    OURS_IN_64_SHARDS(Home.APPLICATION_IN_SHARDS, "ours", false, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    OURS_TO_BROKER(Home.APPLICATION_WITH_BROKER, "ours", false, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    BUSINESS_ON_MARIADB(Home.APPLICATION_ON_MARIADB, "business", false, null),
    OURS_MARK_ON_MARIADB(Home.APPLICATION_ON_MARIADB, "ours", false, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    OURS_DELETE_ON_MARIADB(Home.APPLICATION_ON_MARIADB, "ours", true, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    OURS_OBSERVED(Home.APPLICATION_OBSERVED, "ours", false, "local_task_message WHERE status IN (0, 1, 3, 5)"),
    PLAIN_BUSINESS(Home.PEERS, "business", false, null),
    BARE_FLOOR_MARK(Home.PEERS, "bare-floor", false, null),
    BARE_FLOOR_DELETE(Home.PEERS, "bare-floor", true, null),
    GRUELBOX(Home.PEERS, "gruelbox", false, null),
    DB_SCHEDULER(Home.PEERS, "db-scheduler", false, null),
    SEED(Home.PEERS, "seed", false, null);

    /** The products among them that are not ours: no floor, and not the seed's algorithm, which repeats and skips. */
    public static final List<Kind> PEERS = List.of(GRUELBOX, DB_SCHEDULER);

    /** Where it runs. */
    enum Home {
        /** The Quarkus application. */
        APPLICATION("quarkus-app"),
        /** The same, built with the channel to a broker. */
        APPLICATION_WITH_BROKER("with-broker"),
        /** The same, built with a shard for each house. */
        APPLICATION_IN_SHARDS("sharded"),
        /** The same, built for MariaDB. */
        APPLICATION_ON_MARIADB("on-mariadb"),
        /** The same, with metrics and traces. */
        APPLICATION_OBSERVED("observed"),
        /** Plain Java, without a transaction manager. */
        PEERS(null);

        /** Where its build is, in {@code target}; {@code null}: it has none. */
        final String build;

        Home(String build) {
            this.build = build;
        }
    }

    final Home home;
    final String contender;
    final boolean delete;
    private final String waiting;

    Kind(Home home, String contender, boolean delete, String waiting) {
        this.home = home;
        this.contender = contender;
        this.delete = delete;
        this.waiting = waiting;
    }

    /** @return as it is called in the results */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean isOurs() {
        return contender.equals("ours");
    }

    /** @return whether it is one of those that are compared in rounds, with messages over HTTP */
    public boolean isCompared() {
        return home == Home.APPLICATION || home == Home.PEERS;
    }

    public boolean delivers() {
        return !contender.equals("business");
    }

    /** @return the query that tells whether something waits */
    String waiting() {
        return home == Home.PEERS ? Waiting.sql(contender) : "SELECT EXISTS (SELECT 1 FROM " + waiting + ")";
    }
}
