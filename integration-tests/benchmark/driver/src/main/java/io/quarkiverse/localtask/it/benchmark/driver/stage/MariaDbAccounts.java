package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.quarkiverse.localtask.it.benchmark.driver.stage.Database.Counts;

/** What the status variables say; they count for the whole server, which nobody else uses. */
final class MariaDbAccounts implements Database.Accounts {

    /* Questions counts what clients send, a COM_STMT_EXECUTE among them; what steers the session is no statement of a task. */
    private static final String COUNTS = """
            SELECT SUM(IF(variable_name = 'INNODB_OS_LOG_WRITTEN', variable_value, 0)),
                   SUM(IF(variable_name IN ('COM_INSERT', 'COM_INSERT_SELECT', 'COM_UPDATE', 'COM_UPDATE_MULTI', 'COM_DELETE',
                                            'COM_DELETE_MULTI', 'COM_SELECT'), variable_value, 0)),
                   SUM(IF(variable_name = 'QUESTIONS', variable_value, 0))
            FROM information_schema.global_status
            """;

    private final Connection connection;
    private final long pid;

    MariaDbAccounts(Connection connection, long pid) {
        this.connection = connection;
        this.pid = pid;
    }

    @Override
    public Counts counts() {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(COUNTS)) {
            row.next();
            return new Counts(row.getDouble(1), row.getDouble(2), row.getDouble(3), ProcessTimes.cpuSeconds(pid));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
