package io.quarkiverse.localtask.runtime.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;

/**
 * One step through the rows of a status, in the order of an index and from a place in it: each row that is looked at comes
 * back,
 * with a sign if it is one of those that are meant. So a step costs as much as it looks at, whatever the filter says.
 */
final class Walk {

    private static final String COLUMNS = "id, version, task_id, task_name, destination, status, attempts, house_number, next_attempt_time,"
            + " last_error, create_time, update_time";

    /**
     * Where the rows of a status lie.
     *
     * @param condition what all of them fulfil, for which there is an index
     * @param keys the columns of that index in their order; the last one is {@code id}
     * @param alone whether no row of another status fulfils the condition
     */
    record Lane(String condition, List<String> keys, boolean alone) {
    }

    private interface Parameter {
        void bind(PreparedStatement statement, int index) throws SQLException;
    }

    private final JdbcTaskStore store;
    private final List<Parameter> parameters = new ArrayList<>();
    private final String sql;

    /**
     * @param after the place, or {@code null}: from the beginning
     * @param changedBefore rows that were changed since then are not meant; {@code null}: they are
     */
    Walk(JdbcTaskStore store, Lane lane, TaskFilter filter, TaskStatus status, ListKey after, Instant changedBefore,
            int lookAt) {
        this.store = store;
        boolean byDestination = filter.destination() != null && lane.keys().get(0).equals("destination");
        String meant = meant(lane, filter, status, changedBefore, byDestination);
        String rows = store.comparesRows() ? byOneRange(lane, filter, after, byDestination, lookAt)
                : byIds(lane, filter, after, byDestination, lookAt);
        sql = store.sql("SELECT " + COLUMNS + ", CASE WHEN " + meant + " THEN 1 ELSE 0 END AS meant, CASE WHEN "
                + JdbcTaskStore.REDIRECTABLE + " THEN 1 ELSE 0 END AS redirectable FROM " + rows);
    }

    private String byOneRange(Lane lane, TaskFilter filter, ListKey after, boolean byDestination, int lookAt) {
        StringBuilder rows = new StringBuilder("${table} WHERE ").append(lane.condition());
        if (byDestination) {
            rows.append(" AND destination = ?");
            text(filter.destination());
        }
        if (after != null) {
            lane.keys().forEach(key -> key(key, after));
            rows.append(" AND (").append(String.join(", ", lane.keys())).append(") > (")
                    .append(String.join(", ", Collections.nCopies(lane.keys().size(), "?"))).append(')');
        }
        limit(lookAt);
        return rows.append(" ORDER BY ").append(String.join(", ", lane.keys())).append(" LIMIT ${limit}").toString();
    }

    /*
     * Ids by an index that holds all of the keys, then their rows. Behind a place, a range of the index for each key: with one
     * condition for all of them MariaDB was seen to read and sort every row of the status.
     */
    private String byIds(Lane lane, TaskFilter filter, ListKey after, boolean byDestination, int lookAt) {
        List<String> ranges = new ArrayList<>();
        if (after == null) {
            if (byDestination) {
                text(filter.destination());
            }
            ranges.add(byDestination ? range(lane, " AND destination = ?", lane.keys().subList(1, lane.keys().size()), lookAt)
                    : range(lane, "", lane.keys(), lookAt));
        } else {
            for (int i = lane.keys().size() - 1; i >= (byDestination ? 1 : 0); i--) {
                StringBuilder behind = new StringBuilder();
                for (String same : lane.keys().subList(0, i)) {
                    behind.append(" AND ").append(same).append(" = ?");
                    key(same, after);
                }
                behind.append(" AND ").append(lane.keys().get(i)).append(" > ?");
                key(lane.keys().get(i), after);
                ranges.add(range(lane, behind.toString(), lane.keys().subList(i, lane.keys().size()), lookAt));
            }
        }
        limit(lookAt);
        return "(" + String.join(" UNION ALL ", ranges) + ") k JOIN ${table}${by-id} ON id = listed ORDER BY "
                + String.join(", ", lane.keys()) + " LIMIT ${limit}";
    }

    private String range(Lane lane, String behind, List<String> order, int lookAt) {
        limit(lookAt);
        return "(SELECT id AS listed FROM ${table} WHERE " + lane.condition() + behind + " ORDER BY "
                + String.join(", ", order) + " LIMIT ${limit})";
    }

    private void limit(int lookAt) {
        parameters.add((statement, index) -> statement.setInt(index, lookAt));
    }

    private String meant(Lane lane, TaskFilter filter, TaskStatus status, Instant changedBefore, boolean byDestination) {
        StringJoiner conditions = new StringJoiner(" AND ");
        conditions.setEmptyValue("1 = 1");
        if (!lane.alone()) {
            conditions.add("status = " + status.code());
        }
        if (filter.destination() != null && !byDestination) {
            conditions.add("destination = ?");
            text(filter.destination());
        }
        if (filter.channel() != null) {
            conditions.add("channel = ?");
            text(filter.channel());
        }
        if (filter.name() != null) {
            conditions.add("task_name = ?");
            text(filter.name());
        }
        if (filter.errorContains() != null) {
            conditions.add("LOWER(last_error) LIKE ? ESCAPE '!'");
            text("%" + filter.errorContains().toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%");
        }
        instant(conditions, "create_time < ?", filter.createdBefore());
        instant(conditions, "create_time > ?", filter.createdAfter());
        instant(conditions, "update_time < ?", changedBefore);
        return conditions.toString();
    }

    private void text(String value) {
        parameters.add((statement, index) -> statement.setString(index, value));
    }

    private void instant(StringJoiner conditions, String condition, Instant value) {
        if (value != null) {
            conditions.add(condition);
            parameters.add((statement, index) -> store.setInstant(statement, index, value));
        }
    }

    private void key(String column, ListKey after) {
        parameters.add((statement, index) -> {
            switch (column) {
                case "destination" -> statement.setString(index, after.destination());
                case "house_number" -> statement.setInt(index, after.house());
                case "next_attempt_time" -> store.setInstant(statement, index, after.due());
                default -> statement.setLong(index, after.id());
            }
        });
    }

    String sql() {
        return sql;
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            parameters.get(i).bind(statement, i + 1);
        }
    }
}
