package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.runtime.store.AuditTable;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.runtime.store.TaskStore.PurgeStep;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

/**
 * Deletes finished rows that are older than their retention, in small steps that commit one by one. It walks the primary key; a
 * run
 * takes a second at most and the next one goes on where it stopped, so that the purge of a large backlog disturbs nobody.
 */
final class Purge extends Worker {

    private static final int STEP = 500;
    private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Database database;
    private final TaskStore store;
    private final Retention retention;
    private final AuditTable audit;
    private final Duration auditRetention;
    private final Readiness readiness;
    private long cursor;

    Purge(Database database, TaskStore store, Retention retention, AuditTable audit, Duration auditRetention, Duration interval,
            Readiness readiness) {
        super("purge", "local-task-purge", interval);
        this.database = database;
        this.store = store;
        this.retention = retention;
        this.audit = audit;
        this.auditRetention = auditRetention;
        this.readiness = readiness;
    }

    @Override
    Work work() throws SQLException {
        if (!readiness.ensureReady()) {
            return Work.NONE;
        }
        long end = System.nanoTime() + BUDGET_NANOS;
        while (!isStopped() && end - System.nanoTime() > 0) {
            PurgeStep step = database.inTurn(connection -> store.purge(connection, cursor, STEP, retention));
            cursor = step.finished() ? 0 : step.lastId();
            if (step.finished()) {
                purgeAudit();
                return Work.DONE;
            }
        }
        // it rests as long as it has worked, so that a backlog goes away without getting in anybody's way
        sleep(Duration.ofNanos(BUDGET_NANOS));
        return Work.MORE;
    }

    /** Last: who may not delete from it has his tasks purged all the same. */
    private void purgeAudit() throws SQLException {
        database.inTurn(connection -> {
            audit.purge(connection, auditRetention);
            return null;
        });
    }
}
