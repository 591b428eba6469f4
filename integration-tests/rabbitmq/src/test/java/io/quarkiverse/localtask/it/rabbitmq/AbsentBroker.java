package io.quarkiverse.localtask.it.rabbitmq;

/** A broker that the test starts. */
public class AbsentBroker extends RunningBroker {

    @Override
    boolean runs() {
        return false;
    }
}
