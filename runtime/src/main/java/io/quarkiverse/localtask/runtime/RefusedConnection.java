package io.quarkiverse.localtask.runtime;

import static io.quarkus.datasource.common.runtime.DataSourceUtil.dataSourcePropertyKey;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.quarkus.datasource.common.runtime.DataSourceUtil;

/** Says why there is no connection, or no answer, in words that help; SQL errors of a database can quote data and do not. */
final class RefusedConnection {

    private RefusedConnection() {
    }

    /**
     * @param own the datasource of the task table
     * @param all names of all datasources
     * @return what follows "Cannot write a task to ..."
     */
    static String explain(SQLException error, TaskDataSource own, Collection<String> all) {
        if (isRefusedByTransaction(error)) {
            List<String> others = all.stream().filter(name -> !name.equals(own.name())).sorted().toList();
            return ": the transaction already holds a connection of another datasource ("
                    + others.stream().map(RefusedConnection::describe).collect(Collectors.joining(" or "))
                    + "), and two commit together only if both are XA. Nothing was written. The task table belongs beside the"
                    + " business data: set quarkus.local-task.datasource to its datasource, or make both XA: "
                    + Stream.concat(Stream.of(own.name()), others.stream())
                            .map(name -> dataSourcePropertyKey(name, "jdbc.transactions") + "=xa")
                            .collect(Collectors.joining(", "));
        }
        return error.getSQLState() == null ? ": " + error.getMessage() : " (SQLSTATE " + error.getSQLState() + ")";
    }

    /* The pool has no error code for it. */
    private static boolean isRefusedByTransaction(SQLException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException && String.valueOf(cause.getMessage()).contains("already enlisted")) {
                return true;
            }
        }
        return false;
    }

    private static String describe(String name) {
        return DataSourceUtil.isDefault(name) ? "the default datasource" : "datasource '" + name + "'";
    }
}
