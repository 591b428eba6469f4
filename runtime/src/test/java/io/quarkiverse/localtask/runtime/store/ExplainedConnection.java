package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A connection to PostgreSQL that collects the plans of what is run through it: one with the actual parameters, from a run that
 * is
 * rolled back, and one that holds for any parameters, as a statement gets it that is prepared for good.
 */
final class ExplainedConnection extends ObservedConnection {

    private final Connection simpleProtocol;
    private final List<String> plans = new ArrayList<>();
    private String statement;

    /** @param simpleProtocol one with {@code preferQueryMode=simple}, which lets statements keep parameters without a value */
    ExplainedConnection(Connection connection, Connection simpleProtocol) {
        super(connection);
        this.simpleProtocol = simpleProtocol;
    }

    /** @return the plans collected since the last call */
    List<String> plans() {
        List<String> collected = List.copyOf(plans);
        plans.clear();
        return collected;
    }

    /** @return the last one that ran */
    String statement() {
        return statement;
    }

    @Override
    Object execute(Execution execution) throws SQLException {
        statement = execution.sql();
        connection.setAutoCommit(false);
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + execution.sql())) {
            execution.bind(explain);
            collect(explain.executeQuery());
        }
        connection.rollback();
        connection.setAutoCommit(true);
        try (Statement generic = simpleProtocol.createStatement()) {
            collect(generic.executeQuery("EXPLAIN (GENERIC_PLAN) " + numbered(execution.sql())));
        }
        return execution.run();
    }

    private void collect(ResultSet lines) throws SQLException {
        StringBuilder plan = new StringBuilder();
        while (lines.next()) {
            plan.append(lines.getString(1)).append('\n');
        }
        plans.add(plan.toString());
    }

    /* Without values the planner cannot look at any. */
    private static String numbered(String sql) {
        int[] parameter = { 0 };
        return Pattern.compile("\\?").matcher(sql).replaceAll(match -> "\\$" + ++parameter[0]);
    }
}
