package io.quarkiverse.localtask.it.management;

import java.util.Map;

import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** The partner. */
public class Erp implements QuarkusTestResourceLifecycleManager {

    private Receiver receiver;

    @Override
    public Map<String, String> start() {
        receiver = new Receiver();
        return Map.of("erp.url", receiver.url());
    }

    @Override
    public void inject(TestInjector testInjector) {
        testInjector.injectIntoFields(receiver, new TestInjector.MatchesType(Receiver.class));
    }

    @Override
    public void stop() {
        if (receiver != null) {
            receiver.close();
        }
    }
}
