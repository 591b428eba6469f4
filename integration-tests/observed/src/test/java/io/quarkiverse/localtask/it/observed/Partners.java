package io.quarkiverse.localtask.it.observed;

import java.util.HashMap;
import java.util.Map;

import io.quarkiverse.localtask.it.support.AmqpServer;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.RabbitMqServer;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** Whom the application tells: the receiver, and a broker where this machine has one. */
public class Partners implements QuarkusTestResourceLifecycleManager {

    private Receiver receiver;
    private Broker broker;

    @Override
    public Map<String, String> start() {
        receiver = new Receiver();
        Map<String, String> properties = new HashMap<>(Map.of("erp.url", receiver.url()));
        if (RabbitMqServer.isInstalled()) {
            broker = new Broker(AmqpServer.create());
            broker.server().start();
            properties.putAll(Map.of("rabbitmq-host", "127.0.0.1", "rabbitmq-port",
                    Integer.toString(broker.server().port())));
        }
        return properties;
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(receiver, new TestInjector.MatchesType(Receiver.class));
        testInjector.injectIntoFields(broker, new TestInjector.MatchesType(Broker.class));
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.server().close();
        }
        if (receiver != null) {
            receiver.close();
        }
    }
}
