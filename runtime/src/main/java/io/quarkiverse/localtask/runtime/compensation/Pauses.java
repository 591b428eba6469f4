package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;

import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.PauseTable;

/** Hears which destinations are paused, by whichever instance. */
final class Pauses extends Worker {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration UNTIL_KNOWN = Duration.ofSeconds(1);

    private final Database database;
    private final PauseTable table;
    private final Dispatcher dispatcher;
    private final Readiness readiness;
    private boolean known;

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
        dispatcher.pause(database.inTurn(table::paused));
        return true;
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
