package io.quarkiverse.localtask.runtime.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The values of an IN list, whose place in a statement is <code>${list:name}</code>. The number of parameters is the next power
 * of two, so that a statement has few different texts; the last value fills up.
 */
final class InList {

    private final String placeholder;
    private final List<Object> values;

    InList(String name, Collection<?> values) {
        this.placeholder = "${list:" + name + "}";
        this.values = new ArrayList<>(values);
        int size = this.values.size();
        int padded = size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
        this.values.addAll(Collections.nCopies(padded - size, this.values.get(size - 1)));
    }

    String expand(String sql) {
        return sql.replace(placeholder, String.join(", ", Collections.nCopies(values.size(), "?")));
    }

    /** @return the index of the next parameter */
    int bind(PreparedStatement statement, int first) throws SQLException {
        int parameter = first;
        for (Object value : values) {
            statement.setObject(parameter++, value);
        }
        return parameter;
    }
}
