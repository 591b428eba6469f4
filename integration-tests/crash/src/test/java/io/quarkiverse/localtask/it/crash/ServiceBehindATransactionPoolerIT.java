package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.NeedsPgBouncer;
import io.quarkiverse.localtask.it.support.PgBouncerServer;
import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkiverse.localtask.it.support.Receiver;

/** Between the services and the database is a pooler: two instances with 20 connections each share two sessions. */
@NeedsPgBouncer
class ServiceBehindATransactionPoolerIT extends CrashTestBase {

    private static final int SESSIONS = 2;

    private PgBouncerServer pooler;

    @BeforeEach
    void putThePoolerBetween() {
        pooler = new PgBouncerServer(SESSIONS);
        configure("quarkus.datasource.jdbc.url", pooler.url(database.url()));
        configure("quarkus.datasource.jdbc.min-size", "10");
        configure("quarkus.datasource.jdbc.max-size", "20");
    }

    @AfterEach
    void endThePooler() {
        pooler.close();
    }

    @Test
    void losesNothingWhenItIsKilledUnderLoadAndLeavesNothingInASession() throws Exception {
        Set<String> before = sessions();
        AtomicInteger count = new AtomicInteger();
        partner.behave(request -> count.incrementAndGet() % 3 == 0 ? 500 : 200);
        OrderServiceProcess killed = start();
        OrderServiceProcess other = start();
        Load load = new Load(killed, "pooled", confirmed, refused);
        for (int i = 0; i < 20; i++) {
            place(other, "other-" + i);
        }
        load.awaitConfirmed(200);
        killed.kill();
        load.awaitEnd();

        everyCommittedOrderArrives();
        assertThat(refused).isNotEmpty();
        assertThat(sessions()).as("what the sessions hold").isEqualTo(before);
    }

    /** As when the database, or the role, is set to it: the pooler forgets what a client sets for its session. */
    @Test
    void leavesTheSessionsAtTheirOwnIsolation() throws Exception {
        try (Connection direct = database.connect(); Statement statement = direct.createStatement()) {
            statement.execute("ALTER DATABASE " + direct.getCatalog() + " SET default_transaction_isolation = 'serializable'");
        }
        Set<String> before = sessions();
        partner.behave(request -> request.nth() == 1 ? 500 : 200);
        OrderServiceProcess one = start();
        OrderServiceProcess two = start();
        for (int i = 0; i < 10; i++) {
            place(one, "one-" + i);
            placeAndFail(two, "two-" + i);
        }
        partner.behave(request -> Receiver.NEVER);
        place(one, "in-flight");
        await().atMost(Duration.ofSeconds(5)).until(() -> partner.requests(Invariants.taskId("in-flight")).size() == 1);
        one.kill();
        partner.behave(request -> 200);

        everyCommittedOrderArrives();
        assertThat(sessions()).as("what the sessions hold").isEqualTo(before);
    }

    /**
     * @return what outlives a transaction, as the sessions that the pooler has hold it: settings, prepared statements, channels
     *         that are listened to, advisory locks and temporary tables
     */
    private Set<String> sessions() throws SQLException {
        Set<String> held = new TreeSet<>();
        Set<Integer> backends = new TreeSet<>();
        Connection[] clients = new Connection[SESSIONS];
        try {
            for (int i = 0; i < SESSIONS; i++) {
                clients[i] = DriverManager.getConnection(pooler.url(database.url()), PostgresServer.USER, PostgresServer.USER);
                // a session each, as long as all transactions are open
                clients[i].setAutoCommit(false);
                try (Statement statement = clients[i].createStatement(); ResultSet row = statement.executeQuery("""
                        SELECT pg_backend_pid(), 'setting ' || name || '=' || setting FROM pg_settings
                        WHERE source = 'session' AND name NOT IN ('application_name', 'transaction_isolation')
                        UNION ALL SELECT pg_backend_pid(), 'isolation ' || current_setting('default_transaction_isolation')
                        UNION ALL SELECT pg_backend_pid(), 'prepared ' || statement FROM pg_prepared_statements
                        UNION ALL SELECT pg_backend_pid(), 'listens to ' || pg_listening_channels()
                        UNION ALL SELECT pg_backend_pid(), 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory'
                        UNION ALL SELECT pg_backend_pid(), 'table ' || relname FROM pg_class WHERE relpersistence = 't'
                        """)) {
                    while (row.next()) {
                        backends.add(row.getInt(1));
                        held.add(row.getString(2));
                    }
                }
            }
        } finally {
            for (Connection client : clients) {
                if (client != null) {
                    client.rollback();
                    client.close();
                }
            }
        }
        assertThat(backends).as("sessions of the pooler").hasSize(SESSIONS);
        return held;
    }
}
