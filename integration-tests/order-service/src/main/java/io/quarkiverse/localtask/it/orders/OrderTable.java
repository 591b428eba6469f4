package io.quarkiverse.localtask.it.orders;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import io.quarkus.runtime.StartupEvent;

/** The business data: the table {@code orders}, by plain JDBC. Creates the archive, too. */
@ApplicationScoped
class OrderTable {

    private final DataSource dataSource;

    OrderTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void create(@Observes StartupEvent event) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            // two instances may start together, and IF NOT EXISTS alone can fail then; a pooler may be between, so that a lock
            // must not outlive its transaction
            connection.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(4711)");
            statement.execute("CREATE TABLE IF NOT EXISTS orders (id varchar(64) PRIMARY KEY, item text, quantity int)");
            statement.execute("CREATE TABLE IF NOT EXISTS archive (id varchar(64) PRIMARY KEY, content text, thread text)");
            connection.commit();
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
