package io.quarkiverse.localtask.it.datasources;

import java.util.Map;

import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** One for the orders and one for the tasks, each with a pool of one connection; and a partner. */
public class TwoDatabases implements QuarkusTestResourceLifecycleManager {

    private Receiver partner;

    @Override
    public Map<String, String> start() {
        partner = new Receiver();
        return Map.of(
                "erp.url", partner.url(),
                "quarkus.datasource.jdbc.url", PostgresServer.newDatabase(),
                "quarkus.datasource.username", PostgresServer.USER,
                "quarkus.datasource.password", PostgresServer.USER,
                "quarkus.datasource.jdbc.max-size", "1",
                "quarkus.datasource.outbox.jdbc.url", PostgresServer.newDatabase(),
                "quarkus.datasource.outbox.username", PostgresServer.USER,
                "quarkus.datasource.outbox.password", PostgresServer.USER,
                "quarkus.datasource.outbox.jdbc.max-size", "1",
                "quarkus.local-task.retry.initial-delay", "1s");
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(partner, new TestInjector.MatchesType(Receiver.class));
    }

    @Override
    public void stop() {
        if (partner != null) {
            partner.close();
        }
    }
}
