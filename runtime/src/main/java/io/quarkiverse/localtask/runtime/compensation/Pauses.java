package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.PauseTable;

/** Hears which destinations are paused, by whichever instance. */
final class Pauses extends Worker {

    private static final Logger LOG = Logger.getLogger(Pauses.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration UNTIL_KNOWN = Duration.ofSeconds(1);

    private final Database database;
    private final PauseTable table;
    private final Dispatcher dispatcher;
    private final Readiness readiness;
    private boolean known;
    /** Those of which the log has said so. */
    private Set<String> told = Set.of();

    Pauses(Database database, PauseTable table, Dispatcher dispatcher, Readiness readiness) {
        super("look for paused destinations", "local-task-pauses", INTERVAL);
        this.database = database;
        this.table = table;
        this.dispatcher = dispatcher;
        this.readiness = readiness;
    }

    /** Before anything is sent: what is not known to be sent to is not sent to. */
    void learn() {
        try {
            known = readiness.ensureReady() && look();
        } catch (SQLException e) {
            // the look that follows says so
        }
        if (!known) {
            dispatcher.pause(dispatcher.destinations());
        }
    }

    /** Who pauses a destination expects that this instance sends nothing there when the call returns. */
    void lookNow() {
        try {
            look();
        } catch (SQLException e) {
            wake();
        }
    }

    /** One at a time, so that no older answer follows a newer one. */
    private synchronized boolean look() throws SQLException {
        Set<String> paused = database.inTurn(table::paused);
        dispatcher.pause(paused);
        tell(paused);
        return true;
    }

    private void tell(Set<String> paused) {
        for (String destination : new TreeSet<>(dispatcher.destinations())) {
            if (paused.contains(destination) && !told.contains(destination)) {
                LOG.infof("Destination '%s' is paused: its tasks wait in the table until somebody resumes it", destination);
            } else if (!paused.contains(destination) && told.contains(destination)) {
                LOG.infof("Destination '%s' is not paused any more", destination);
            }
        }
        told = paused;
    }

    @Override
    Work work() throws SQLException {
        if (readiness.ensureReady()) {
            known = look();
            return Work.DONE;
        }
        if (!known) {
            sleep(UNTIL_KNOWN);
            return Work.MORE;
        }
        return Work.NONE;
    }
}
