package io.quarkiverse.localtask.deployment;

import java.util.Set;
import java.util.TreeSet;

import org.jboss.jandex.DotName;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.MapKeys;
import io.quarkiverse.localtask.runtime.config.MessagingConfigSourceFactory;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanGizmoAdaptor;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;

/**
 * Brings the {@code mq} channel into applications that use it. It and everything of reactive messaging is named by text:
 * neither
 * the connector nor its deployment module is there in other applications.
 */
class MqChannelProcessor {

    private static final String PACKAGE = "io.quarkiverse.localtask.runtime.channel.mq.";
    static final DotName CHANNEL = DotName.createSimple(PACKAGE + "MqTaskChannel");

    private static final String CONNECTOR = "io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnector";
    private static final String DEPENDENCY = "io.quarkus:quarkus-messaging-rabbitmq";

    @BuildStep
    void check(LocalTaskBuildTimeConfig config, BuildProducer<ValidationErrorBuildItem> errors) {
        Set<String> channels = channels(config);
        if (channels.isEmpty()) {
            return;
        }
        Problems problems = new Problems();
        if (!isConnectorPresent()) {
            problems.add(culprits(config) + " use the channel mq, which needs the connector of RabbitMQ: add the dependency "
                    + DEPENDENCY + " to the application");
        }
        checkNames(config, problems);
        problems.toException().ifPresent(e -> errors.produce(new ValidationErrorBuildItem(e)));
    }

    @BuildStep
    void channel(LocalTaskBuildTimeConfig config, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<GeneratedBeanBuildItem> generated, BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) {
        Set<String> channels = channels(config);
        defaults.produce(new RunTimeConfigurationDefaultBuildItem(MessagingConfigSourceFactory.CHANNELS_PROPERTY,
                String.join(",", channels)));
        if (channels.isEmpty() || !isConnectorPresent()) {
            return;
        }
        beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(CHANNEL.toString(), PACKAGE + "MqChecks", PACKAGE + "EmitterPublisher", PACKAGE + "MqLinks",
                        PACKAGE + "ConnectionWatch", PACKAGE + "ClientLog")
                .build());
        MqEmittersGenerator.generate(channels, new GeneratedBeanGizmoAdaptor(generated));
    }

    private static Set<String> channels(LocalTaskBuildTimeConfig config) {
        return config.enabled() ? AdHocDestinations.messagingChannels(config) : Set.of();
    }

    private static boolean isConnectorPresent() {
        return QuarkusClassLoader.isClassPresentAtRuntime(CONNECTOR);
    }

    private static String culprits(LocalTaskBuildTimeConfig config) {
        Set<String> destinations = new TreeSet<>();
        config.destinations().forEach((name, destination) -> {
            if (destination.channel().equals(Destination.MQ)) {
                destinations.add(name);
            }
        });
        String channels = PropertyNames.PREFIX + "mq.channels";
        if (destinations.isEmpty()) {
            return "The messaging channels of " + channels;
        }
        return "The destinations " + Names.list(destinations)
                + (config.mq().channels().isPresent() ? " and the messaging channels of " + channels : "");
    }

    private static void checkNames(LocalTaskBuildTimeConfig config, Problems problems) {
        config.destinations().forEach((name, destination) -> {
            if (destination.channel().equals(Destination.MQ)) {
                MapKeys.checkMessagingChannel(destination.messagingChannel().orElse(name),
                        PropertyNames.ofDestination(name, "messaging-channel"), problems);
            }
        });
        config.mq().channels().ifPresent(channels -> channels.forEach(
                channel -> MapKeys.checkMessagingChannel(channel, PropertyNames.PREFIX + "mq.channels", problems)));
    }
}
