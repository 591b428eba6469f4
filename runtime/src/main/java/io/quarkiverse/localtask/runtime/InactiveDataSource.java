package io.quarkiverse.localtask.runtime;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.logging.Logger;

import javax.sql.DataSource;

/**
 * Stands in for a datasource that is switched off at run time: there is no connection to be had, which is nothing new to
 * callers.
 */
final class InactiveDataSource implements DataSource {

    private final String description;

    InactiveDataSource(String description) {
        this.description = description;
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLTransientConnectionException(description + " is inactive", "08001");
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // nothing is logged
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // there is no login
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException(description + " is inactive");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
