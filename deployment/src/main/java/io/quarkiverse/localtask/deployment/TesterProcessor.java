package io.quarkiverse.localtask.deployment;

import io.quarkiverse.localtask.runtime.channel.memory.MemoryTaskChannel;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.runtime.LaunchMode;

/**
 * Brings in what is for tests (the tester) and for dev and test mode (the channel {@code memory}), and keeps it out of
 * production.
 */
class TesterProcessor {

    private static final String TESTER = "io.quarkiverse.localtask.runtime.LocalTaskTesterBean";

    @BuildStep
    void beans(LocalTaskBuildTimeConfig config, LaunchModeBuildItem launchMode, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (!config.enabled()) {
            return;
        }
        if (launchMode.getLaunchMode().isDevOrTest()) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(MemoryTaskChannel.class));
        }
        if (launchMode.getLaunchMode() == LaunchMode.TEST) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(TESTER));
        }
    }

    @BuildStep
    void check(LocalTaskBuildTimeConfig config, DestinationsBuildItem destinations, LaunchModeBuildItem launchMode,
            BuildProducer<ValidationErrorBuildItem> errors) {
        if (!config.enabled()) {
            return;
        }
        Problems problems = new Problems();
        String adHoc = PropertyNames.PREFIX + "ad-hoc.channel";
        config.adHoc().channel().filter(channel -> !channel.equals(Destination.MEMORY)).ifPresent(channel -> problems.add(adHoc,
                channel, "ad hoc messages go by the channels http and mq, and only memory may replace these",
                "set %test." + adHoc + "=memory, or remove it"));
        if (!launchMode.getLaunchMode().isDevOrTest()) {
            config.adHoc().channel().filter(Destination.MEMORY::equals).ifPresent(channel -> refuse(adHoc, problems));
            destinations.names().stream().sorted()
                    .filter(name -> ChannelsProcessor.channelOf(config, name).equals(Destination.MEMORY))
                    .forEach(name -> refuse(PropertyNames.ofDestination(name, "channel"), problems));
        }
        problems.toException().ifPresent(e -> errors.produce(new ValidationErrorBuildItem(e)));
    }

    private static void refuse(String property, Problems problems) {
        problems.add(property, Destination.MEMORY,
                "the channel memory sends nothing out, so in production messages would count as delivered and be lost",
                "limit the line to tests, %test." + property + "=memory, or to dev mode, %dev." + property + "=memory");
    }
}
