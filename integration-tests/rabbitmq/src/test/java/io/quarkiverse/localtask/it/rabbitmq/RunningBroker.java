package io.quarkiverse.localtask.it.rabbitmq;

import java.util.Map;

import io.quarkiverse.localtask.it.support.AmqpServer;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A broker that runs before the application does. */
public class RunningBroker implements QuarkusTestResourceLifecycleManager {

    private Broker broker;

    @Override
    public Map<String, String> start() {
        broker = new Broker(AmqpServer.create());
        if (runs()) {
            broker.server().start();
        }
        return Map.of("rabbitmq-host", "127.0.0.1", "rabbitmq-port", Integer.toString(broker.server().port()));
    }

    boolean runs() {
        return true;
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(broker, new TestInjector.MatchesType(Broker.class));
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.server().close();
        }
    }
}
