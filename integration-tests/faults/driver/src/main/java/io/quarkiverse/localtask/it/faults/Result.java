package io.quarkiverse.localtask.it.faults;

import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.faults.stage.Verdict;

/**
 * What a scenario came to.
 *
 * @param verdict {@code null} if it broke off
 * @param measures figures of its own
 * @param broken the promises that were not kept; empty if all were
 * @param skipped why it was not played, or {@code null}
 */
record Result(String name, String fault, long seconds, Verdict verdict, Map<String, Object> measures, List<String> broken,
        String skipped) {

    boolean passed() {
        return broken.isEmpty();
    }

    boolean isSkipped() {
        return skipped != null;
    }

    /** In one word. */
    String word() {
        return !passed() ? "BROKEN" : isSkipped() ? "SKIPPED" : "kept";
    }
}
