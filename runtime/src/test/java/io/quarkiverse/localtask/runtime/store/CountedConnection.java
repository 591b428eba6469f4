package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A connection to MariaDB that collects of each statement run through it the plan, and how many entries and rows were read.
 * The plan is an estimate, the reads are counted by the server.
 */
final class CountedConnection extends ObservedConnection {

    private final List<Observed> observed = new ArrayList<>();

    CountedConnection(Connection connection) {
        super(connection);
    }

    /** @param reads calls of the storage engine for a row, and entries that a condition pushed into the index dropped */
    record Observed(String sql, List<PlanRow> plan, long reads) {

        String text() {
            return plan.stream().map(PlanRow::text).collect(Collectors.joining("\n")) + "\n" + reads + " reads";
        }
    }

    /** One line of EXPLAIN. */
    record PlanRow(String table, String type, String key, String extra) {

        boolean isAbout(String... tables) {
            return Arrays.asList(tables).contains(table);
        }

        String text() {
            return Stream.of(table, type, key, extra).map(value -> Objects.requireNonNullElse(value, "-"))
                    .collect(Collectors.joining(" | "));
        }
    }

    /** @return what was collected since the last call */
    List<Observed> observed() {
        List<Observed> collected = List.copyOf(observed);
        observed.clear();
        return collected;
    }

    @Override
    Object execute(Execution execution) throws SQLException {
        // an INSERT has no plan: its table is shown as one that is read whole
        List<PlanRow> plan = execution.sql().startsWith("INSERT") ? List.of() : explain(execution);
        long before = reads();
        Object result = execution.run();
        observed.add(new Observed(execution.sql(), plan, reads() - before));
        return result;
    }

    private List<PlanRow> explain(Execution execution) throws SQLException {
        List<PlanRow> plan = new ArrayList<>();
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + execution.sql())) {
            execution.bind(explain);
            try (ResultSet row = explain.executeQuery()) {
                while (row.next()) {
                    plan.add(new PlanRow(row.getString("table"), row.getString("type"), row.getString("key"),
                            row.getString("Extra")));
                }
            }
        }
        return plan;
    }

    /* SHOW STATUS leaves the counters as they are. */
    private long reads() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%'"
                        + " OR Variable_name LIKE 'Handler_icp%'")) {
            long reads = 0;
            while (row.next()) {
                // what a condition on the index lets pass is also counted as read
                reads += row.getString(1).equalsIgnoreCase("Handler_icp_match") ? -row.getLong(2) : row.getLong(2);
            }
            return reads;
        }
    }
}
