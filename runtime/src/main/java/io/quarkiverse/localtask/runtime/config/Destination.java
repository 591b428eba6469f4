package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A validated destination.
 *
 * @param name its name, the column {@code destination}
 * @param channel the channel's name
 * @param url the target of the {@code http} channel, {@code null} for others
 * @param method the HTTP method
 * @param headers configured headers, with expanded values: never stored, never logged
 * @param contentType the content type of messages that give none, if configured
 * @param timeout bound of one attempt
 * @param concurrency attempts at the same time, at most
 * @param connectTimeout bound of connecting
 * @param tlsConfigurationName the TLS configuration, if not the default
 * @param proxyConfigurationName the proxy configuration, if any
 * @param retry when a failed task is tried again
 * @param mq the target of the {@code mq} channel, {@link MqTarget#NONE} for others
 * @param adaptive whether it is found out at run time how many of them serve it best
 */
public record Destination(String name, String channel, String url, String method, Map<String, String> headers,
        Optional<String> contentType, Duration timeout, int concurrency, Duration connectTimeout,
        Optional<String> tlsConfigurationName, Optional<String> proxyConfigurationName, RetryPolicy retry, MqTarget mq,
        boolean adaptive) {

    /** As many attempts at the same time as an adaptive one gets at most. */
    static final int MOST_ADAPTIVE = 512;

    /** The channel over HTTP, which ships with the extension. */
    public static final String HTTP = "http";
    /** The channel to a message broker, which ships with the extension. */
    public static final String MQ = "mq";
    /** The channel that sends nothing out, for development and tests; it ships with the extension. */
    public static final String MEMORY = "memory";

    /** One with a given concurrency that is not of the channel {@code mq}. */
    public Destination(String name, String channel, String url, String method, Map<String, String> headers,
            Optional<String> contentType, Duration timeout, int concurrency, Duration connectTimeout,
            Optional<String> tlsConfigurationName, Optional<String> proxyConfigurationName, RetryPolicy retry) {
        this(name, channel, url, method, headers, contentType, timeout, concurrency, connectTimeout, tlsConfigurationName,
                proxyConfigurationName, retry, MqTarget.NONE, false);
    }

    static Destination adHoc(String name, String channel, Duration timeout, int concurrency, Duration connectTimeout,
            Optional<String> tlsConfigurationName, RetryPolicy retry, MqTarget mq) {
        return new Destination(name, channel, null, "POST", Map.of(), Optional.empty(), timeout, concurrency, connectTimeout,
                tlsConfigurationName, Optional.empty(), retry, mq, false);
    }

    /**
     * @return whether many failures in a row say that it is down. Not where it stands for many hosts, of which each can be down
     *         alone, and not where nothing is sent out.
     */
    public boolean canBeDown() {
        return !name.startsWith(HTTP + ":") && !channel.equals(MEMORY);
    }

    /** @return name and channel; never URL or headers */
    @Override
    public String toString() {
        return "Destination[" + name + ", channel=" + channel + "]";
    }
}
