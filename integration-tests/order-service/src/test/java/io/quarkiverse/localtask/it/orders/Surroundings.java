package io.quarkiverse.localtask.it.orders;

import java.util.HashMap;
import java.util.Map;

import io.quarkiverse.localtask.it.support.AmqpServer;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.PostgresServer;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A new database, a partner, and a broker. */
public class Surroundings implements QuarkusTestResourceLifecycleManager {

    private Receiver partner;
    private Broker broker;

    @Override
    public Map<String, String> start() {
        partner = new Receiver();
        broker = new Broker(AmqpServer.create());
        broker.server().start();
        Map<String, String> properties = new HashMap<>();
        properties.put("erp.url", partner.url());
        properties.put("rabbitmq-host", "127.0.0.1");
        properties.put("rabbitmq-port", Integer.toString(broker.server().port()));
        properties.put("quarkus.datasource.jdbc.url", PostgresServer.newDatabase());
        properties.put("quarkus.datasource.username", PostgresServer.USER);
        properties.put("quarkus.datasource.password", PostgresServer.USER);
        // the packaged application runs in prod mode, which only validates, and sends nothing to private addresses
        properties.put("quarkus.local-task.schema-management", "create");
        properties.put("quarkus.local-task.http.allowed-hosts", "localhost");
        properties.put("quarkus.local-task.retry.initial-delay", "1s");
        return properties;
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(partner, new TestInjector.MatchesType(Receiver.class));
        testInjector.injectIntoFields(broker, new TestInjector.MatchesType(Broker.class));
    }

    @Override
    public void stop() {
        if (partner != null) {
            partner.close();
        }
        if (broker != null) {
            broker.server().close();
        }
    }
}
