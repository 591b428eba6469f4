package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;

import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.Spilled;

/**
 * Reads spilled tasks back as soon as their destination has room: claimed by id, due or not, since their owner is this
 * instance.
 */
final class SpillReader extends Worker {

    private final Dispatcher dispatcher;
    private final Claims claims;
    private final Readiness readiness;

    SpillReader(Dispatcher dispatcher, Claims claims, Readiness readiness) {
        super("reading back of spilled tasks", "local-task-spill", Duration.ofSeconds(1));
        this.dispatcher = dispatcher;
        this.claims = claims;
        this.readiness = readiness;
    }

    @Override
    Work work() throws SQLException {
        // also the one that finds a late database where no shard scans
        if (!readiness.ensureReady()) {
            return Work.NONE;
        }
        Spilled spilled = dispatcher.takeSpilled();
        if (spilled == null) {
            return Work.NONE;
        }
        claims.claim(spilled);
        return Work.MORE;
    }
}
