package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.AdHocConfig;

/**
 * Destinations that stand in the table, and in the engine, for targets that messages bring along: a few for all URLs, by a hash
 * of the host, and one for each messaging channel. So their number is bounded, and one dead host keeps few others waiting.
 * Their
 * names hold a colon, which no configured one can.
 */
public final class AdHocDestinations {

    /**
     * How many stand for URLs. Rows with a lane that an instance does not know wait for one that does: the number can be
     * raised, not lowered.
     */
    public static final int HTTP_LANES = 8;

    private final LocalTaskBuildTimeConfig build;
    private final LocalTaskRuntimeConfig run;
    private final Problems problems;
    private final List<DestinationCheck> channelChecks;

    AdHocDestinations(LocalTaskBuildTimeConfig build, LocalTaskRuntimeConfig run, Problems problems,
            List<DestinationCheck> channelChecks) {
        this.build = build;
        this.run = run;
        this.problems = problems;
        this.channelChecks = channelChecks;
    }

    /**
     * @param host the host that a URL names
     * @return the destination of its tasks
     */
    public static String ofHost(String host) {
        return httpLane(Math.floorMod(host.toLowerCase(Locale.ROOT).hashCode(), HTTP_LANES));
    }

    /**
     * @param settings of the application
     * @return one of those that stand for URLs: all have the same settings
     */
    public static Destination ofAnyHost(Settings settings) {
        return settings.adHoc().get(httpLane(0));
    }

    /**
     * @param messagingChannel an outgoing channel of reactive messaging
     * @return the destination of its tasks
     */
    public static String ofMessagingChannel(String messagingChannel) {
        return Destination.MQ + ":" + messagingChannel;
    }

    /**
     * @param build the fixed part of the configuration
     * @return every messaging channel that the channel mq sends to; without {@code mq.channels} where ad hoc messages stay in
     *         memory
     */
    public static Set<String> messagingChannels(LocalTaskBuildTimeConfig build) {
        Set<String> channels = new TreeSet<>();
        if (build.adHoc().channel().isEmpty()) {
            build.mq().channels().ifPresent(channels::addAll);
        }
        build.destinations().forEach((name, destination) -> {
            if (destination.channel().equals(Destination.MQ)) {
                channels.add(destination.messagingChannel().orElse(name));
            }
        });
        return channels;
    }

    Map<String, Destination> all(RetryPolicy general) {
        AdHocConfig config = run.adHoc();
        String prefix = PropertyNames.PREFIX + "ad-hoc.";
        Duration timeout = config.timeout().orElseGet(this::defaultTimeout);
        if (Bounds.isPositive(timeout) || config.timeout().isPresent()) {
            new DestinationTimes(run, problems).check(prefix, timeout, config.connectTimeout(), config.concurrency());
        }
        RetryPolicy retry = new RetryChecks(problems).of(prefix + "retry.", config.retry(), general);
        Map<String, Destination> destinations = new LinkedHashMap<>();
        for (int lane = 0; lane < HTTP_LANES; lane++) {
            add(destinations, httpLane(lane), build.adHoc().channel().orElse(Destination.HTTP), config, timeout, retry,
                    MqTarget.NONE);
        }
        Set<String> messagingChannels = messagingChannels(build);
        if (build.adHoc().channel().isPresent()) {
            messagingChannels.addAll(replacedMessagingChannels());
        } else {
            // all lanes have the same settings: one complaint is enough
            channelChecks.forEach(check -> check.checkAdHoc(destinations.get(httpLane(0)), problems));
        }
        for (String messagingChannel : messagingChannels) {
            add(destinations, ofMessagingChannel(messagingChannel), build.adHoc().channel().orElse(Destination.MQ), config,
                    timeout, retry, MqTarget.adHoc(messagingChannel));
        }
        return Map.copyOf(destinations);
    }

    /** Those that messages may name in production, and that nothing is sent to here. */
    private Set<String> replacedMessagingChannels() {
        Set<String> channels = new TreeSet<>();
        build.mq().channels().ifPresent(channels::addAll);
        build.destinations().forEach((name, destination) -> {
            if (destination.channel().equals(Destination.MEMORY)) {
                channels.add(destination.messagingChannel().orElse(name));
            }
        });
        return channels;
    }

    /** Short leases that suit all configured destinations shall not be refused because of one that may never be used. */
    private Duration defaultTimeout() {
        Duration lease = DestinationTimes.shorter(run.grace(), run.lease());
        return DestinationTimes.shorter(Duration.ofSeconds(10), lease.dividedBy(2));
    }

    private static String httpLane(int lane) {
        return Destination.HTTP + ":" + lane;
    }

    private static void add(Map<String, Destination> destinations, String name, String channel, AdHocConfig config,
            Duration timeout, RetryPolicy retry, MqTarget mq) {
        Duration connectTimeout = DestinationTimes.shorter(config.connectTimeout(), timeout);
        destinations.put(name, Destination.adHoc(name, channel, timeout, config.concurrency(), connectTimeout,
                config.tlsConfigurationName(), retry, mq));
    }
}
