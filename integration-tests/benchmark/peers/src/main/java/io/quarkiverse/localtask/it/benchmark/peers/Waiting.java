package io.quarkiverse.localtask.it.benchmark.peers;

/** Tells, from outside of a peer's process, whether one of its messages still waits. */
public final class Waiting {

    private Waiting() {
    }

    /**
     * @param contender its name, as {@link io.quarkiverse.localtask.it.benchmark.Settings#contender()} has it
     * @return a query with one row and one boolean: whether something still waits
     */
    public static String sql(String contender) {
        switch (contender) {
            case Peers.BUSINESS:
                return "SELECT false";
            case Peers.BARE_FLOOR:
                return "SELECT EXISTS (SELECT FROM bare_floor WHERE status = 0)";
            case Peers.GRUELBOX:
                return "SELECT EXISTS (SELECT FROM txno_outbox WHERE NOT processed)";
            case Peers.DB_SCHEDULER:
                return "SELECT EXISTS (SELECT FROM scheduled_tasks)";
            case Peers.SEED:
                return "SELECT EXISTS (SELECT FROM seed_task WHERE status IN (0, 3))";
            default:
                throw new IllegalArgumentException("No such peer: " + contender);
        }
    }
}
