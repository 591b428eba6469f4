package io.quarkiverse.localtask.runtime.channel.http;

import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig;
import io.quarkiverse.localtask.runtime.config.MessageCheck;
import io.quarkiverse.localtask.spi.Delivery;

/**
 * Refuses at {@code accept} a URL that could never be sent to. Names are not looked up: the answer would be old when it counts.
 */
@Singleton
public class AdHocMessageCheck implements MessageCheck {

    private final AdHocGuard guard;

    @Inject
    AdHocMessageCheck(LocalTaskRuntimeConfig run) {
        this.guard = AdHocGuard.of(run.http());
    }

    @Override
    public void check(Destination destination, Map<String, String> headers, Map<String, String> target) {
        if (destination.channel().equals(Destination.HTTP) && target.containsKey(Delivery.URL)) {
            try {
                AdHocTarget.of(target, guard);
            } catch (AdHocRefusal e) {
                throw new IllegalArgumentException("The message is not accepted: " + e.getMessage());
            }
        }
    }
}
