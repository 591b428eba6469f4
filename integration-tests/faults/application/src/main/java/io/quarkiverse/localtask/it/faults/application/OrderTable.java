package io.quarkiverse.localtask.it.faults.application;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;

/** The business data, which is the driver's first ledger: which tasks there must be, and the hash of what they carry. */
@ApplicationScoped
class OrderTable {

    private final DataSource dataSource;

    OrderTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void insert(String id, String taskIds, String bodyHash) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection
                        .prepareStatement("INSERT INTO orders (id, task_ids, body_hash) VALUES (?, ?, ?)")) {
            statement.setString(1, id);
            statement.setString(2, taskIds);
            statement.setString(3, bodyHash);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
