package io.quarkiverse.localtask.runtime.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.eclipse.microprofile.config.spi.ConfigSource;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;

/**
 * Configures the messaging channels of {@code mq} destinations, so that the simple case needs no {@code mp.messaging.*} line.
 * Everything users configure is stronger. It is a source, not a default of the run time, because reactive messaging wants to
 * know the connector at build.
 */
public class MessagingConfigSourceFactory implements ConfigSourceFactory {

    /** Recorded by the build; not for users. */
    public static final String CHANNELS_PROPERTY = "local-task.declared.messaging-channels";

    /** Below every file. */
    private static final int ORDINAL = 50;
    private static final String CONNECTOR = "smallrye-rabbitmq";
    private static final String OF_CONNECTOR = "mp.messaging.connector." + CONNECTOR + ".";
    private static final String OUTGOING = "mp.messaging.outgoing.";

    /** Keys that the connector also takes for all channels at once, as {@code rabbitmq-<key>}. */
    private static final Set<String> GLOBAL = Set.of("reconnect-interval");

    /**
     * What is set for all channels of the connector is meant for others where it would break a promise here: lose messages,
     * send nothing until a restart, or send another trace than the task's.
     */
    private static final Set<String> NOT_FOR_ALL = Set.of("publish-confirms", "max-inflight-messages", "reconnect-attempts",
            "tracing.enabled");

    /**
     * The connector asks for it at every message, first for the channel, then for all channels. What is not found anywhere
     * takes
     * longer than the rest of sending: here it is found, empty.
     */
    private static final String ASKED_AT_EVERY_MESSAGE = "default-routing-key";

    private static final Map<String, String> DEFAULTS = new TreeMap<>(Map.ofEntries(
            Map.entry("publish-confirms", "true"),
            // Confirms that are lost with a connection would use up any number; the extension has a bound of its own.
            Map.entry("max-inflight-messages", Long.toString(Long.MAX_VALUE)),
            // The extension repeats, and counts.
            Map.entry("retry-on-fail-attempts", "0"),
            // Without a meaning then, but asked for at every message too.
            Map.entry("retry-on-fail-interval", "5"),
            Map.entry(ASKED_AT_EVERY_MESSAGE, ""),
            Map.entry("exchange.declare", "false"),
            // Tasks are safe in the table: an application is ready while the broker is away.
            Map.entry("health-enabled", "false"),
            // After the last attempt the connector never tries again.
            Map.entry("reconnect-attempts", Integer.toString(Integer.MAX_VALUE)),
            Map.entry("reconnect-interval", "1"),
            // Also how long the connector keeps a shutdown waiting when the broker is away.
            Map.entry("connection-timeout", "5000"),
            Map.entry("handshake-timeout", "5000"),
            // The trace is the task's, not the one of the thread that happens to send.
            Map.entry("tracing.enabled", "false")));

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        Map<String, String> exchanges = exchangesByChannel(context);
        if (exchanges.isEmpty()) {
            return List.of();
        }
        Map<String, String> properties = new HashMap<>();
        properties.put(OF_CONNECTOR + ASKED_AT_EVERY_MESSAGE, "");
        exchanges.forEach((channel, exchange) -> {
            String prefix = OUTGOING + PropertyNames.quotedWithDot(channel) + ".";
            properties.put(prefix + "connector", CONNECTOR);
            DEFAULTS.forEach((key, value) -> {
                String forAll = setForAll(context, key);
                properties.put(prefix + key, forAll != null ? forAll : value);
            });
            if (!exchange.isEmpty()) {
                properties.put(prefix + "exchange.name", exchange);
            }
        });
        return List.of(new PropertiesConfigSource(properties, "quarkus-local-task messaging channels", ORDINAL));
    }

    /**
     * It is repeated for the channel: what this source said during the build is a default of the run time, and would win over
     * what is set for all channels there.
     */
    private static String setForAll(ConfigSourceContext context, String key) {
        if (NOT_FOR_ALL.contains(key)) {
            return null;
        }
        String ofConnector = value(context, OF_CONNECTOR + key);
        return ofConnector == null && GLOBAL.contains(key) ? value(context, "rabbitmq-" + key) : ofConnector;
    }

    /** @return every messaging channel with its exchange, which may be empty */
    private static Map<String, String> exchangesByChannel(ConfigSourceContext context) {
        Map<String, String> exchanges = new TreeMap<>();
        for (String destination : destinations(context)) {
            if (Destination.MQ.equals(value(context, PropertyNames.ofDestination(destination, "channel")))) {
                String channel = value(context, PropertyNames.ofDestination(destination, "messaging-channel"));
                String exchange = value(context, PropertyNames.ofDestination(destination, "exchange"));
                exchanges.merge(channel == null ? destination : channel, exchange == null ? "" : exchange,
                        (first, second) -> first.isEmpty() ? second : first);
            }
        }
        list(value(context, PropertyNames.PREFIX + "mq.channels")).forEach(channel -> exchanges.putIfAbsent(channel, ""));
        String recorded = value(context, CHANNELS_PROPERTY);
        if (recorded != null) {
            exchanges.keySet().retainAll(list(recorded));
        }
        return exchanges;
    }

    private static Set<String> destinations(ConfigSourceContext context) {
        String recorded = value(context, Declared.DESTINATIONS_PROPERTY);
        if (recorded != null) {
            return new TreeSet<>(list(recorded));
        }
        Set<String> names = new TreeSet<>();
        for (Iterator<String> all = context.iterateNames(); all.hasNext();) {
            MapKeyName name = MapKeyName.parse(all.next());
            if (name != null && !name.isShard()) {
                names.add(name.key());
            }
        }
        return names;
    }

    private static Collection<String> list(String value) {
        List<String> names = new ArrayList<>();
        if (value != null) {
            Arrays.stream(value.split(",")).map(String::strip).filter(name -> !name.isEmpty()).forEach(names::add);
        }
        return names;
    }

    private static String value(ConfigSourceContext context, String name) {
        ConfigValue value = context.getValue(name);
        return value == null || value.getValue() == null || value.getValue().isBlank() ? null : value.getValue().strip();
    }
}
