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
    /* MariaDB and MySQL have one SQLSTATE for these and for syntax errors: ER_DBACCESS_DENIED, ER_TABLEACCESS_DENIED. */
    private static final Set<Integer> MISSING_RIGHT_CODES = Set.of(1044, 1142);
    /* And one for all that has none of its own: lock timeout, read-only since it is no longer the primary. */
    private static final Set<Integer> TRANSIENT_CODES = Set.of(1205, 1290, 1792, 1836);
    private static final Set<Integer> CONFLICT_CODES = Set.of(1205, 1213);
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
                        || H2_CLOSED.contains(state) || TRANSIENT_CODES.contains(error.getErrorCode()));
    }

    public static boolean isMissingTable(SQLException error) {
        return MISSING_TABLE.contains(String.valueOf(error.getSQLState()));
    }

    static boolean isMissingRight(SQLException error) {
        return MISSING_RIGHT.contains(String.valueOf(error.getSQLState()))
                || "42000".equals(error.getSQLState()) && MISSING_RIGHT_CODES.contains(error.getErrorCode());
    }

    static boolean isDuplicate(SQLException error) {
        return "23505".equals(error.getSQLState()) || isDuplicateKey(error);
    }

    /** MariaDB and MySQL: ER_DUP_ENTRY. */
    static boolean isDuplicateKey(SQLException error) {
        return "23000".equals(error.getSQLState()) && error.getErrorCode() == 1062;
    }

    /** MariaDB and MySQL: another transaction was in the way, and this one may be done again: a lock timeout, or a deadlock. */
    static boolean isConflict(SQLException error) {
        return CONFLICT_CODES.contains(error.getErrorCode());
    }
}
