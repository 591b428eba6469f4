package io.quarkiverse.localtask.runtime.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;

/** Binds the columns of some rows as arrays, one parameter per column, from the first parameter on. */
final class ArrayRows<T> {

    private final PreparedStatement statement;
    private final Collection<T> rows;
    private int parameter;

    ArrayRows(PreparedStatement statement, Collection<T> rows) {
        this.statement = statement;
        this.rows = rows;
    }

    ArrayRows<T> longs(Function<T, Long> column) throws SQLException {
        return bind("int8", column);
    }

    ArrayRows<T> ints(Function<T, Integer> column) throws SQLException {
        return bind("int4", column);
    }

    ArrayRows<T> text(Function<T, String> column) throws SQLException {
        return bind("text", column);
    }

    ArrayRows<T> instants(Function<T, Instant> column) throws SQLException {
        return bind("timestamptz",
                column.andThen(instant -> instant == null ? null : JdbcTaskStore.storable(instant).toString()));
    }

    private ArrayRows<T> bind(String type, Function<T, ?> column) throws SQLException {
        Object[] values = rows.stream().map(column).toArray();
        statement.setArray(++parameter, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
