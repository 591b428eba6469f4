package io.quarkiverse.localtask.it.faults.stage;

import java.util.ArrayList;
import java.util.List;

/**
 * What the ledgers say about a scenario.
 *
 * @param committed orders that the database committed
 * @param tasks their tasks
 * @param delivered those of them that the receiver took at least once
 * @param lost those that were neither delivered nor are dead as the scenario wants it; must be 0
 * @param sentForRolledBack arrivals, taken or not, of tasks that no committed order has; must be 0
 * @param duplicates arrivals of tasks that had been taken before
 * @param wrongBody arrivals with another body than the order's; must be 0
 * @param notFinal tasks that are not in a final state at the end; must be 0
 * @param falselyRefused orders that were confirmed to the caller and are not there; must be 0
 * @param maxAttempts the most attempts that a task has counted
 * @param lastDeliveryMillis from the beginning of the last wait to the last delivery
 */
public record Verdict(int committed, int tasks, int delivered, int lost, int sentForRolledBack, int duplicates, int wrongBody,
        int notFinal, int falselyRefused, int maxAttempts, long lastDeliveryMillis) {

    /** @return what must be 0 and is not */
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        add(violations, "lost", lost);
        add(violations, "sent for rolled-back", sentForRolledBack);
        add(violations, "wrong body", wrongBody);
        add(violations, "not in a final state", notFinal);
        add(violations, "confirmed and not there", falselyRefused);
        return violations;
    }

    private static void add(List<String> violations, String what, int count) {
        if (count != 0) {
            violations.add(what + ": " + count);
        }
    }
}
