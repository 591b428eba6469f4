package io.quarkiverse.localtask.deployment.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskReceipt;
import io.quarkiverse.localtask.TaskStatus;

/** What a test does with the application. */
@ApplicationScoped
public class Work {

    @Inject
    LocalTasks tasks;

    @Inject
    Instance<AgroalDataSource> dataSource;

    public static TaskMessage message(String id) {
        return TaskMessage.to("erp").id(id).payload("payload of " + id).build();
    }

    @Transactional
    public TaskReceipt accept(String id) {
        return tasks.accept(message(id));
    }

    @Transactional
    public TaskReceipt accept(TaskMessage message) {
        return tasks.accept(message);
    }

    @Transactional
    public List<TaskReceipt> acceptAll(List<TaskMessage> messages) {
        return tasks.accept(messages);
    }

    @Transactional
    public void acceptAndRun(String id, Runnable then) {
        tasks.accept(message(id));
        then.run();
    }

    @Transactional
    public void acceptAndFail(String id) {
        tasks.accept(message(id));
        throw new IllegalStateException("rolled back on purpose");
    }

    public TaskStatus status(String id) {
        return tasks.find(id).map(Task::status).orElse(null);
    }

    public void awaitStatus(String id, TaskStatus status) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20))
                .until(() -> status(id) == status);
    }

    /** Runs SQL on a connection of its own; <code>${table}</code> is the task table. */
    public int sql(String sql, Object... parameters) {
        try (Connection connection = dataSource.get().getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<Object> query(String sql, Object... parameters) {
        try (Connection connection = dataSource.get().getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<Object> result = new ArrayList<>();
            while (rows.next()) {
                result.add(rows.getObject(1));
            }
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public long count(String where) {
        return ((Number) query("SELECT count(*) FROM local_task_message WHERE " + where).get(0)).longValue();
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
