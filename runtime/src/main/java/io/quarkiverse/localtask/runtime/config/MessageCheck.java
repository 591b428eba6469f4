package io.quarkiverse.localtask.runtime.config;

import java.util.Map;

/**
 * What a channel demands of messages. Every CDI bean of this type is asked about every message at {@code accept}, so that what
 * could never be sent is refused where it is given.
 */
public interface MessageCheck {

    /**
     * @param destination where it goes, of any channel
     * @param headers the message's own headers
     * @param target what the message itself says about where it goes, by the keys of
     *        {@link io.quarkiverse.localtask.spi.Delivery}
     * @throws IllegalArgumentException that names what is wrong and what to do, without secrets
     */
    void check(Destination destination, Map<String, String> headers, Map<String, String> target);
}
