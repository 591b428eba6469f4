package io.quarkiverse.localtask.runtime.store;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What an error of a database means, whatever the database. */
public final class SqlErrors {

    private static final Set<String> MISSING_TABLE = Set.of("42P01", "3F000", "42S02", "42S03", "42S04", "90079");
    private static final Set<String> MISSING_RIGHT = Set.of("42501", "90096", "90040");
    private static final Set<String> H2_CLOSED = Set.of("90020", "90067", "90098", "90121", "50200");

    private SqlErrors() {
    }

    /**
     * @return whether it may go away by itself: the database cannot be reached, shuts down, has no connection left, or took too
     *         long; SQLSTATE classes 08, 40, 53, 57 and 58, and what the driver calls transient
     */
    public static boolean isUnavailable(SQLException error) {
        String state = error.getSQLState();
        return error instanceof SQLTransientException || error instanceof SQLNonTransientConnectionException
                || error instanceof SQLRecoverableException || error instanceof SQLTimeoutException
                || state != null && (state.startsWith("08") || state.startsWith("40") || state.startsWith("53")
                        || state.startsWith("57") || state.startsWith("58") || state.startsWith("55P03")
                        || H2_CLOSED.contains(state));
    }

    public static boolean isMissingTable(SQLException error) {
        return MISSING_TABLE.contains(String.valueOf(error.getSQLState()));
    }

    static boolean isMissingRight(SQLException error) {
        return MISSING_RIGHT.contains(String.valueOf(error.getSQLState()));
    }

    static boolean isDuplicate(SQLException error) {
        return "23505".equals(error.getSQLState());
    }
}
