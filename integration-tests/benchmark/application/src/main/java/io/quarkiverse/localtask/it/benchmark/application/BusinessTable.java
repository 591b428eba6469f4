package io.quarkiverse.localtask.it.benchmark.application;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import jakarta.enterprise.context.ApplicationScoped;

import io.agroal.api.AgroalDataSource;

/** The business: one row in a transaction. */
@ApplicationScoped
class BusinessTable {

    private static final String TEXT = "b".repeat(100);

    private final AgroalDataSource dataSource;

    BusinessTable(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    void insert(int n) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO business (n, text) VALUES (?, ?)")) {
            statement.setInt(1, n);
            statement.setString(2, TEXT);
            statement.executeUpdate();
        }
    }
}
