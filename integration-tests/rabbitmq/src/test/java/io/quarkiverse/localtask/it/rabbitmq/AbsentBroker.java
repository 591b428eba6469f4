package io.quarkiverse.localtask.it.rabbitmq;

import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** A broker that the test starts. */
public class AbsentBroker extends RunningBroker {

    @Override
    protected RabbitMqServer server() {
        return RabbitMqServer.notStarted();
    }
}
