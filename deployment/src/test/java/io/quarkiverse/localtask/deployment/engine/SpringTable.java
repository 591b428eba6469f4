package io.quarkiverse.localtask.deployment.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

/** The table of the original component, as its public copies create and fill it. */
final class SpringTable {

    /** Text that a JSON library would write differently. */
    static final String PARAMETER = "{\"model\":  \"gpt-4o\", \"price\": 1.10, \"name\": \"\\u8ba2单\"}";

    private final DataSource dataSource;

    private SpringTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static SpringTable create(DataSource dataSource) {
        TestDatabase.execute(dataSource, resource("spring/" + SchemaTools.dialect() + ".sql"));
        return new SpringTable(dataSource);
    }

    void add(String taskId, int status, String notifyType, String notifyConfig) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO local_task_message (task_id, task_name,"
                        + " notify_type, notify_config, status, parameter_json, house_number, create_time, update_time) VALUES"
                        + " (?, ?, ?, ?, ?, " + (SchemaTools.dialect().equals("postgresql") ? "CAST(? AS json)" : "?")
                        + ", 7, TIMESTAMP '2025-11-05 08:11:05', TIMESTAMP '2025-11-05 08:11:09')")) {
            insert.setString(1, taskId);
            insert.setString(2, "gpt调用测试任务");
            insert.setString(3, notifyType);
            insert.setString(4, notifyConfig);
            insert.setInt(5, status);
            insert.setString(6, PARAMETER);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static String http(String url) {
        return "{\"http\":{\"url\":\"" + url + "\",\"method\":\"post\",\"contentType\":\"application/json\"}}";
    }

    static String mq(String exchange, String topic) {
        return "{\"mq\":{\"topic\":\"" + topic + "\",\"exchange\":\"" + exchange + "\"}}";
    }

    private static String resource(String name) {
        try (InputStream in = SpringTable.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
