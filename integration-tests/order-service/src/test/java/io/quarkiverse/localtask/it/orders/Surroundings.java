package io.quarkiverse.localtask.it.orders;

import java.util.Map;

import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A new database, and a partner. */
public class Surroundings implements QuarkusTestResourceLifecycleManager {

    private Receiver partner;

    @Override
    public Map<String, String> start() {
        partner = new Receiver();
        return Map.of(
                "erp.url", partner.url(),
                "quarkus.datasource.jdbc.url", PostgresServer.newDatabase(),
                "quarkus.datasource.username", PostgresServer.USER,
                "quarkus.datasource.password", PostgresServer.USER,
                // the packaged application runs in prod mode, which only validates
                "quarkus.local-task.schema-management", "create",
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
