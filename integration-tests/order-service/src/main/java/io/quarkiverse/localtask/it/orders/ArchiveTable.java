package io.quarkiverse.localtask.it.orders;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;

/** What {@link ArchiveChannel} keeps. */
@ApplicationScoped
class ArchiveTable {

    private final DataSource dataSource;

    ArchiveTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    record Archived(String content, String thread) {
    }

    void put(String id, String content, String thread) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection
                        .prepareStatement("INSERT INTO archive VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
            statement.setString(1, id);
            statement.setString(2, content);
            statement.setString(3, thread);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Optional<Archived> find(String id) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT content, thread FROM archive WHERE id = ?")) {
            statement.setString(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new Archived(row.getString(1), row.getString(2))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
