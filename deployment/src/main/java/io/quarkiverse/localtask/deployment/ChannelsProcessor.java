package io.quarkiverse.localtask.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.DotName;

import io.quarkiverse.localtask.runtime.channel.http.HttpTaskChannel;
import io.quarkiverse.localtask.runtime.channel.memory.MemoryTaskChannel;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.BeanInfo;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.smallrye.common.annotation.Identifier;

/** Keeps the beans that users implement, and matches destinations with channels. */
class ChannelsProcessor {

    private static final DotName IDENTIFIER = DotName.createSimple(Identifier.class);
    private static final Set<DotName> OURS = Set.of(DotName.createSimple(HttpTaskChannel.class), MqChannelProcessor.CHANNEL,
            DotName.createSimple(MemoryTaskChannel.class));
    private static final Set<String> OUR_NAMES = Set.of(Destination.HTTP, Destination.MQ, Destination.MEMORY);

    @BuildStep
    UnremovableBeanBuildItem keepUserBeans() {
        return UnremovableBeanBuildItem.beanTypes(TaskChannel.class, BlockingTaskChannel.class, DestinationHeaders.class);
    }

    @BuildStep
    void check(LocalTaskBuildTimeConfig config, DestinationsBuildItem destinations, ValidationPhaseBuildItem validation,
            BuildProducer<ValidationErrorBuildItem> errors) {
        if (!config.enabled()) {
            return;
        }
        Problems problems = new Problems();
        Set<String> known = channels(validation, problems);
        known.addAll(OUR_NAMES);
        for (String destination : new TreeSet<>(destinations.names())) {
            String channel = channelOf(config, destination);
            if (!known.contains(channel)) {
                problems.add(PropertyNames.ofDestination(destination, "channel"), channel,
                        "the destination " + destination + " names a channel that does not exist; known are "
                                + Names.list(known),
                        "correct the name, or write a bean @ApplicationScoped @Identifier(\"" + channel
                                + "\") that implements TaskChannel or BlockingTaskChannel");
            }
        }
        problems.toException().ifPresent(e -> errors.produce(new ValidationErrorBuildItem(e)));
    }

    static String channelOf(LocalTaskBuildTimeConfig config, String destination) {
        var fixed = config.destinations().get(destination);
        return fixed == null ? Destination.HTTP : fixed.channel();
    }

    private static Set<String> channels(ValidationPhaseBuildItem validation, Problems problems) {
        Map<String, List<String>> byName = new TreeMap<>();
        Stream.concat(validation.getContext().beans().withBeanType(TaskChannel.class).stream(),
                validation.getContext().beans().withBeanType(BlockingTaskChannel.class).stream())
                .filter(bean -> !OURS.contains(bean.getBeanClass()))
                .forEach(bean -> {
                    String name = nameOf(bean);
                    if (name.isBlank()) {
                        problems.add("The channel " + describe(bean) + " has no name: a channel is used by its name; add"
                                + " @Identifier(\"name\") to the bean");
                    } else {
                        byName.computeIfAbsent(name, n -> new ArrayList<>()).add(describe(bean));
                    }
                });
        byName.forEach((name, beans) -> {
            if (OUR_NAMES.contains(name)) {
                problems.add("The channel " + String.join(", ", beans) + " is named " + name
                        + ", which is a channel of the extension itself; give it another @Identifier");
            } else if (beans.size() > 1) {
                problems.add("The channel name " + name + " is used " + beans.size() + " times, by "
                        + String.join(", ", new TreeSet<>(beans))
                        + ": a name belongs to one channel, which is either a TaskChannel"
                        + " or a BlockingTaskChannel; give each another @Identifier");
            }
        });
        return new TreeSet<>(byName.keySet());
    }

    static String nameOf(BeanInfo bean) {
        return bean.getQualifiers().stream().filter(qualifier -> qualifier.name().equals(IDENTIFIER)).findFirst()
                .map(AnnotationInstance::value).map(value -> value.asString()).orElse("");
    }

    private static String describe(BeanInfo bean) {
        return bean.getTarget().map(Object::toString).orElse(bean.getBeanClass().toString());
    }
}
