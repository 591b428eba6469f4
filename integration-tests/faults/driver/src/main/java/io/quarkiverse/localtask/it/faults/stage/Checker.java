package io.quarkiverse.localtask.it.faults.stage;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Database.Order;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;

/** Compares what was committed, what arrived, and what the table says. */
final class Checker {

    private final Set<String> confirmed;
    private final Set<String> expectedDead;
    private final Map<String, String> bodies = new HashMap<>();
    private final Collection<Order> orders;
    private final Set<String> toDeliver = new HashSet<>();

    /**
     * @param orders every order that was ever committed
     * @param present those that are there at the end: all, unless an older copy of the database was restored
     * @param confirmed ids of orders whose caller was told so
     * @param expectedDead ids of tasks that must be dead at the end
     */
    Checker(Collection<Order> orders, Collection<Order> present, Set<String> confirmed, Set<String> expectedDead) {
        this.orders = orders;
        this.confirmed = confirmed;
        this.expectedDead = expectedDead;
        present.forEach(order -> toDeliver.addAll(order.taskIds()));
        orders.forEach(order -> order.taskIds().forEach(id -> bodies.put(id, order.bodyHash())));
    }

    Verdict check(List<Delivery> deliveries, List<Row> rows, long sinceMillis) {
        Set<String> taken = new HashSet<>();
        int sentForRolledBack = 0;
        int duplicates = 0;
        int wrongBody = 0;
        long last = sinceMillis;
        for (Delivery delivery : deliveries) {
            String body = bodies.get(delivery.taskId());
            if (body == null) {
                sentForRolledBack++;
            } else if (!body.equals(delivery.bodyHash())) {
                wrongBody++;
            }
            if (taken.contains(delivery.taskId())) {
                duplicates++;
            } else if (delivery.accepted()) {
                taken.add(delivery.taskId());
            }
            if (delivery.accepted()) {
                last = Math.max(last, delivery.millis());
            }
        }
        Set<String> missing = new HashSet<>(toDeliver);
        missing.removeAll(taken);
        missing.removeAll(expectedDead);
        Set<String> there = new HashSet<>();
        orders.forEach(order -> there.add(order.id()));
        int falselyConfirmed = (int) confirmed.stream().filter(id -> !there.contains(id)).count();
        int delivered = (int) taken.stream().filter(bodies::containsKey).count();
        return new Verdict(orders.size(), bodies.size(), delivered, missing.size(), sentForRolledBack, duplicates, wrongBody,
                (int) rows.stream().filter(row -> !isAsExpected(row)).count(), falselyConfirmed,
                rows.stream().mapToInt(Row::attempts).max().orElse(0), last - sinceMillis);
    }

    private boolean isAsExpected(Row row) {
        return row.status() == (expectedDead.contains(row.taskId()) ? Row.DEAD : Row.SUCCEEDED);
    }
}
