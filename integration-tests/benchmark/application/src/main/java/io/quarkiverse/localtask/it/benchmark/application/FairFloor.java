package io.quarkiverse.localtask.it.benchmark.application;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;

import org.jboss.resteasy.reactive.client.api.QuarkusRestClientProperties;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.it.benchmark.Contender;
import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.it.benchmark.Settings;
import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;

/**
 * The technique without its guarantees, in the same application: JTA, Agroal, the same HTTP client, a table with the
 * extension's columns and indexes. It retries nothing, claims nothing, and knows one instance.
 */
@ApplicationScoped
class FairFloor implements Contender {

    private static final String LAYOUT = "META-INF/local-task/postgresql/R__local_task_001.sql";

    private static final String INSERT = """
            INSERT INTO floor_message (task_id, task_name, channel, destination, payload, content_type, house_number, status,
                                       next_attempt_time, attempts, version, create_time, update_time)
            VALUES (?, 'bench', 'http', 'receiver', ?, 'application/json', ?, 0, statement_timestamp() + interval '30 s', 0, 0,
                    statement_timestamp(), statement_timestamp())
            RETURNING id
            """;

    private static final String STORE = """
            INSERT INTO floor_message (task_id, task_name, channel, destination, payload, content_type, house_number, status,
                                       next_attempt_time, attempts, version, create_time, update_time)
            SELECT to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS-') || i, 'bench', 'http', 'receiver', %s, 'application/json', i %% 64, 0, now(), 0, 0, now(), now()
            FROM generate_series(?, ?) i
            """;

    private final BusinessTable business;
    private final AgroalDataSource dataSource;
    private final TransactionSynchronizationRegistry synchronizations;
    private FloorDelivery delivery;

    FairFloor(BusinessTable business, AgroalDataSource dataSource, TransactionSynchronizationRegistry synchronizations) {
        this.business = business;
        this.dataSource = dataSource;
        this.synchronizations = synchronizations;
    }

    Contender open() throws IOException, SQLException {
        try (InputStream layout = Thread.currentThread().getContextClassLoader().getResourceAsStream(LAYOUT);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(new String(layout.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${local-task-table}", "floor_message").replace("${local-task-meta}", "floor_meta")
                    .replace("${local-task-audit}", "floor_audit").replace("${local-task-pause}", "floor_pause")
                    .replace("${local-task-name}", "floor_message"));
        }
        FloorClient client = QuarkusRestClientBuilder.newBuilder().baseUri(URI.create("http://localhost"))
                .property(QuarkusRestClientProperties.CONNECTION_POOL_SIZE, 2 * Settings.inFlight())
                .disableDefaultMapper(true)
                .build(FloorClient.class);
        delivery = new FloorDelivery(dataSource, client);
        return this;
    }

    @Override
    @Transactional
    public void transaction(int n) throws SQLException {
        business.insert(n);
        String body = Message.body(n);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, UUID.randomUUID().toString());
            statement.setString(2, body);
            statement.setInt(3, n % 64);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                handOverAfterCommit(row.getLong(1), body);
            }
        }
    }

    private void handOverAfterCommit(long id, String body) {
        FloorDelivery.Waiting message = new FloorDelivery.Waiting(id, body.getBytes(StandardCharsets.UTF_8));
        synchronizations.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // it waits for the commit
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    delivery.send(message);
                }
            }
        });
    }

    @Override
    public void store(int from, int to) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(STORE.formatted(Message.sqlBody()))) {
            statement.setInt(1, from);
            statement.setInt(2, to - 1);
            statement.executeUpdate();
        }
    }

    @Override
    public void deliver() {
        delivery.scan();
    }

    @Override
    public String settings() {
        return "JTA, Agroal, REST client, " + Settings.inFlight() + " in flight, no claims, no retries";
    }

    @Override
    public void close() {
        delivery.close();
    }
}
