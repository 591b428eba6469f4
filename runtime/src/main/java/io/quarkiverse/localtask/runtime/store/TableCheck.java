package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.quarkiverse.localtask.runtime.store.ExpectedTable.Column;
import io.quarkiverse.localtask.runtime.store.SchemaProblem.Kind;

/**
 * Compares a table with what it must be. Reads an empty result's metadata and the driver's list of indexes, which a role with
 * DML
 * rights only can see, and which find the table exactly as our statements do. Names of indexes, further columns and indexes,
 * and
 * wider types are the user's own business.
 */
final class TableCheck {

    private static final int TEXT_LENGTH = 1 << 20;

    private final Connection connection;
    private final JdbcTaskStore store;
    private final ExpectedTable expected;
    private final List<SchemaProblem> problems = new ArrayList<>();

    private TableCheck(Connection connection, JdbcTaskStore store, ExpectedTable expected) {
        this.connection = connection;
        this.store = store;
        this.expected = expected;
    }

    /** @return everything that is wrong with the table */
    static List<SchemaProblem> problems(Connection connection, JdbcTaskStore store, ExpectedTable expected)
            throws SQLException {
        TableCheck check = new TableCheck(connection, store, expected);
        check.run();
        return check.problems;
    }

    static boolean exists(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(emptySelect(table))) {
            statement.executeQuery().close();
            return true;
        } catch (SQLException e) {
            if (SqlErrors.isMissingTable(e)) {
                return false;
            }
            if (SqlErrors.isMissingRight(e)) {
                return true;
            }
            throw e;
        }
    }

    private static String emptySelect(String table) {
        return "SELECT * FROM " + table + " WHERE 1 = 0";
    }

    private void run() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(emptySelect(expected.name()));
                ResultSet none = statement.executeQuery()) {
            ResultSetMetaData table = none.getMetaData();
            checkColumns(table);
            checkIndexes(table);
            store.furtherProblems(connection, expected.name(), expected.columns().stream().map(Column::name).toList())
                    .forEach(text -> problem(Kind.FURTHER, text, null));
        } catch (SQLException e) {
            if (SqlErrors.isMissingTable(e)) {
                problem(Kind.MISSING_TABLE, "is missing", null);
            } else if (SqlErrors.isMissingRight(e)) {
                problem(Kind.MISSING_RIGHT,
                        "cannot be read by this role: GRANT SELECT, INSERT, UPDATE, DELETE ON " + expected.name(), null);
            } else {
                throw e;
            }
        }
    }

    private void problem(Kind kind, String text, String index) {
        problems.add(new SchemaProblem(expected.name(), kind, "table " + expected.name() + " " + text, index));
    }

    private void checkColumns(ResultSetMetaData table) throws SQLException {
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 1; i <= table.getColumnCount(); i++) {
            positions.put(table.getColumnName(i).toLowerCase(Locale.ROOT), i);
        }
        for (Column column : expected.columns()) {
            Integer position = positions.get(column.name());
            if (position == null) {
                problem(Kind.COLUMN, "has no column " + column, null);
            } else if (!matches(table, position, column)) {
                problem(Kind.COLUMN, "has a column " + column.name() + " " + describe(table, position) + ", expected " + column,
                        null);
            }
        }
    }

    private boolean matches(ResultSetMetaData table, int i, Column column) throws SQLException {
        int type = table.getColumnType(i);
        boolean sameType = switch (column.kind()) {
            case BIGINT -> type == Types.BIGINT;
            case INT -> Set.of(Types.INTEGER, Types.BIGINT).contains(type);
            case SMALLINT -> Set.of(Types.SMALLINT, Types.INTEGER, Types.BIGINT).contains(type);
            case VARCHAR -> isText(type) && size(table, i, false) >= column.length();
            case TEXT -> isText(type) && size(table, i, false) >= TEXT_LENGTH;
            case INSTANT -> store.traits().instantTypes().contains(table.getColumnTypeName(i).toLowerCase(Locale.ROOT))
                    && size(table, i, true) >= 6;
        };
        boolean nullAllowed = table.isNullable(i) != ResultSetMetaData.columnNoNulls;
        return sameType && (nullAllowed || !column.nullable()) && (table.isAutoIncrement(i) || !column.generated());
    }

    private long size(ResultSetMetaData table, int i, boolean instant) throws SQLException {
        return store.size(connection, expected.name(), table, i, instant);
    }

    private static boolean isText(int type) {
        return Set.of(Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB).contains(type);
    }

    private String describe(ResultSetMetaData table, int i) throws SQLException {
        int type = table.getColumnType(i);
        boolean instant = Set.of(Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE).contains(type);
        return table.getColumnTypeName(i) + "("
                + (instant || isText(type) ? size(table, i, instant) : table.getPrecision(i)) + ")"
                + (table.isNullable(i) == ResultSetMetaData.columnNoNulls ? " NOT NULL" : "")
                + (table.isAutoIncrement(i) ? " generated" : "");
    }

    private void checkIndexes(ResultSetMetaData table) throws SQLException {
        Map<String, String> found = indexes(table);
        for (String index : expected.indexes()) {
            if (!found.containsValue(index)) {
                String other = expected.indexName().apply(index).map(name -> found.get(name.toLowerCase(Locale.ROOT)))
                        .orElse(null);
                problem(Kind.INDEX, "has no index " + index + (other == null ? ""
                        : ": " + expected.indexName().apply(index).get() + " is one on " + other + ", drop it first"), index);
            }
        }
    }

    /**
     * @return the table's indexes in the notation of {@link JdbcTaskStore.Traits#laneIndexes()}, by their names in lower case
     */
    private Map<String, String> indexes(ResultSetMetaData table) throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        Map<String, String> unique = new HashMap<>();
        Map<String, String> filters = new HashMap<>();
        JdbcTaskStore.Place place = store.place(connection, expected.name(), table);
        try (ResultSet row = connection.getMetaData().getIndexInfo(place.catalog(), place.schema(), place.table(), false,
                true)) {
            while (row.next()) {
                String index = row.getString("INDEX_NAME");
                if (index != null) {
                    columns.computeIfAbsent(index, name -> new ArrayList<>())
                            .add(row.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                    unique.put(index, row.getBoolean("NON_UNIQUE") ? "" : "UNIQUE ");
                    filters.put(index, filter(row.getString("FILTER_CONDITION")));
                }
            }
        }
        return columns.keySet().stream().collect(Collectors.toMap(index -> index.toLowerCase(Locale.ROOT),
                index -> unique.get(index) + "(" + String.join(", ", columns.get(index)) + ")" + filters.get(index),
                (one, other) -> one));
    }

    /* PostgreSQL shows (status = ANY (ARRAY[3, 5])) for what was written as status IN (3, 5). */
    private static String filter(String condition) {
        return condition == null || condition.isEmpty() ? ""
                : " WHERE " + condition.replaceAll("[()]", "").replaceFirst("= ANY ARRAY\\[(.*)]", "IN ($1)");
    }
}
