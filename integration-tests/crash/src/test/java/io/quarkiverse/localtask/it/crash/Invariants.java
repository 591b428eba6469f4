package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.quarkiverse.localtask.it.crash.Database.Row;
import io.quarkiverse.localtask.it.support.Received;
import io.quarkiverse.localtask.it.support.Receiver;

/** What must hold at the end of every run, whatever was killed on the way. */
final class Invariants {

    private static final String PREFIX = "erp:order:";

    private Invariants() {
    }

    static String taskId(String order) {
        return PREFIX + order;
    }

    /**
     * Nothing is lost, nothing is sent that was rolled back, a repeat is the same message, and the table tells the truth.
     *
     * @param confirmed orders whose request was answered with 201
     * @param refused orders whose request was answered with a rollback
     */
    static void check(Database database, Receiver partner, Set<String> confirmed, Set<String> refused) {
        Set<String> committed = database.orders();
        Set<String> arrived = partner.accepted();

        assertThat(committed).as("orders that were confirmed are committed").containsAll(confirmed);
        assertThat(committed).as("orders that were refused are not").filteredOn(refused::contains).isEmpty();
        assertThat(new TreeSet<>(arrived)).as("delivered task ids are the committed ones")
                .isEqualTo(committed.stream().map(Invariants::taskId).collect(Collectors.toCollection(TreeSet::new)));

        Map<String, String> bodies = new HashMap<>();
        for (Received request : partner.requests()) {
            assertThat(committed).as("only committed orders are sent, even if it fails")
                    .contains(request.taskId().substring(PREFIX.length()));
            String first = bodies.putIfAbsent(request.taskId(), request.body());
            assertThat(request.body()).as("body of each repeat of %s", request.taskId())
                    .isEqualTo(first == null ? request.body() : first);
        }

        Map<String, Row> tasks = database.tasks();
        assertThat(tasks.keySet()).as("one row for each committed order, none for others").isEqualTo(
                committed.stream().map(Invariants::taskId).collect(Collectors.toSet()));
        assertThat(tasks.values()).as("all are written back")
                .allSatisfy(row -> assertThat(row.status()).as(row.toString()).isEqualTo(Row.SUCCEEDED));
    }
}
