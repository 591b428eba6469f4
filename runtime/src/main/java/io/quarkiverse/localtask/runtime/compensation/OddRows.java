package io.quarkiverse.localtask.runtime.compensation;

import java.util.HashSet;
import java.util.Set;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.store.ErrorText;

/** Says once per start and row that it holds what this version cannot send; what becomes of it is seen in the table. */
final class OddRows {

    /** However many there are, the log and the memory stay bounded. */
    static final int MAX_ROWS = 100;

    private static final Logger LOG = Logger.getLogger(OddRows.class);

    private final Set<Long> told = new HashSet<>();

    /** @param what the rest of the sentence, without content of the row */
    synchronized void found(long id, String taskId, String destination, String what) {
        if (told.size() < MAX_ROWS && told.add(id)) {
            LOG.warnf("Task '%s' to destination '%s' %s", ErrorText.clean(taskId), ErrorText.clean(destination), what);
        }
    }
}
