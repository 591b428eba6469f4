package io.quarkiverse.localtask.runtime.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.DestinationConfig;

/** Makes destinations of their two halves: the channel is fixed at build, the rest is the operator's. */
final class DestinationChecks {

    private final LocalTaskBuildTimeConfig build;
    private final LocalTaskRuntimeConfig run;
    private final Problems problems;
    private final List<DestinationCheck> channelChecks;

    DestinationChecks(LocalTaskBuildTimeConfig build, LocalTaskRuntimeConfig run, Problems problems,
            List<DestinationCheck> channelChecks) {
        this.build = build;
        this.run = run;
        this.problems = problems;
        this.channelChecks = channelChecks;
    }

    Map<String, Destination> all(Set<String> declared, RetryPolicy general) {
        Map<String, Destination> destinations = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(declared);
        names.addAll(run.destinations().keySet());
        MapKeys.checkDistinct("destination", names, problems);
        for (String name : names) {
            MapKeys.checkName("destination", name, problems);
            destinations.put(name, destination(name, channelOf(name, declared), declared, general));
        }
        warnOfUndeclared(names, declared);
        checkExchanges(destinations.values());
        return Map.copyOf(destinations);
    }

    private void warnOfUndeclared(Set<String> names, Set<String> declared) {
        Set<String> undeclared = new TreeSet<>(names);
        undeclared.removeAll(declared);
        if (!undeclared.isEmpty()) {
            problems.warn("The destinations " + Names.list(undeclared) + " are not known to the build: they serve LocalTasks,"
                    + " not @LocalTaskMessage. If one is a misspelt override, correct it; the build knew "
                    + Names.list(declared));
        }
    }

    private String channelOf(String name, Set<String> declared) {
        var fixed = build.destinations().get(name);
        String channel = fixed == null ? Destination.HTTP : fixed.channel();
        if (!declared.contains(name) && !channel.equals(Destination.HTTP)) {
            problems.add(PropertyNames.ofDestination(name, "channel"), channel,
                    "a channel is fixed at build, and the build knew no such destination",
                    "declare the destination in application.properties and build again; the build knew "
                            + Names.list(declared));
            return Destination.HTTP;
        }
        return channel;
    }

    private Destination destination(String name, String channel, Set<String> declared, RetryPolicy general) {
        DestinationConfig config = run.destinations().get(name);
        int concurrency = config.concurrency().orElse(Destination.MOST_ADAPTIVE);
        Destination destination = new Destination(name, channel, config.url().map(String::strip).orElse(null),
                config.method(), headers(name, config.headers()), config.contentType(), config.timeout(),
                concurrency, DestinationTimes.shorter(config.connectTimeout(), config.timeout()),
                config.tlsConfigurationName(),
                config.proxyConfigurationName(),
                new RetryChecks(problems).of(PropertyNames.ofDestination(name, "retry."), config.retry(), general),
                mqTarget(name, channel, config), config.concurrency().isEmpty());
        new DestinationTimes(run, problems).check(PropertyNames.ofDestination(name, ""), config.timeout(),
                config.connectTimeout(), concurrency);
        if (channel.equals(Destination.HTTP) && config.url().isEmpty()) {
            missingUrl(name, declared);
        } else {
            channelChecks.forEach(check -> check.check(destination, problems));
        }
        return destination;
    }

    private MqTarget mqTarget(String name, String channel, DestinationConfig config) {
        if (!channel.equals(Destination.MQ)) {
            return MqTarget.NONE;
        }
        return new MqTarget(build.destinations().get(name).messagingChannel().orElse(name), config.exchange(),
                config.routingKey());
    }

    /** The connector knows one exchange for each messaging channel. */
    private void checkExchanges(Collection<Destination> destinations) {
        Map<String, Destination> first = new TreeMap<>();
        for (Destination destination : destinations) {
            MqTarget mq = destination.mq();
            if (mq.exchange().isPresent()) {
                Destination other = first.putIfAbsent(mq.messagingChannel(), destination);
                if (other != null && !other.mq().exchange().equals(mq.exchange())) {
                    problems.add(PropertyNames.ofDestination(destination.name(), "exchange"), mq.exchange().get(),
                            "a messaging channel sends to one exchange, and the destinations " + other.name() + " and "
                                    + destination.name() + " share the messaging channel " + mq.messagingChannel()
                                    + " but name two: " + PropertyNames.ofDestination(other.name(), "exchange") + "="
                                    + other.mq().exchange().get(),
                            "give one of them another messaging-channel, or both the same exchange");
                }
            }
        }
    }

    private void missingUrl(String name, Set<String> declared) {
        Set<String> others = new TreeSet<>(declared);
        others.remove(name);
        problems.add(PropertyNames.ofDestination(name, "url") + " is not set, or its expression (such as ${"
                + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_URL}) has no value:"
                + " a destination of the channel http needs the URL to send to; set it"
                + (others.isEmpty() ? "" : ", or, if the name is misspelt, use one of " + Names.list(others)));
    }

    /** Header names are case-insensitive (RFC 9110, 5.1), map keys are not: an environment variable adds a lower-case twin. */
    private Map<String, String> headers(String destination, Map<String, String> configured) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        new TreeMap<>(configured).forEach((name, value) -> {
            String other = headers.putIfAbsent(name, value);
            if (other != null && !other.equals(value)) {
                problems.add(PropertyNames.ofDestination(destination, "headers." + PropertyNames.quoted(name))
                        + ": the header is set twice, in different case, with different values; remove one");
            }
        });
        return headers.isEmpty() ? Map.of() : Collections.unmodifiableMap(headers);
    }
}
