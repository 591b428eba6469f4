package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.PauseTable;

/** Hears which destinations are paused, by whichever instance. */
final class Pauses extends Worker {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Database database;
    private final PauseTable table;
    private final Dispatcher dispatcher;
    private final Readiness readiness;

    Pauses(Database database, PauseTable table, Dispatcher dispatcher, Readiness readiness) {
        super("look for paused destinations", "local-task-pauses", INTERVAL);
        this.database = database;
        this.table = table;
        this.dispatcher = dispatcher;
        this.readiness = readiness;
    }

    @Override
    Work work() throws SQLException {
        if (!readiness.ensureReady()) {
            return Work.NONE;
        }
        Set<String> paused = database.inTurn(table::paused);
        dispatcher.pause(paused);
        return Work.DONE;
    }
}
