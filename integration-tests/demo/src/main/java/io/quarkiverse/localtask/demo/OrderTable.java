package io.quarkiverse.localtask.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

import io.quarkus.runtime.StartupEvent;

/** The business data: the table {@code orders}, by plain JDBC. */
@ApplicationScoped
class OrderTable {

    private final DataSource dataSource;

    OrderTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void create(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent event) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id varchar(64) PRIMARY KEY, item text, quantity int)");
        }
    }

    void insert(Order order) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)")) {
            statement.setString(1, order.id());
            statement.setString(2, order.item());
            statement.setInt(3, order.quantity());
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
