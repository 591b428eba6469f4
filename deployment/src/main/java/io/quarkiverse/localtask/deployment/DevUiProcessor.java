package io.quarkiverse.localtask.deployment;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.dev.BreakableBlockingChannel;
import io.quarkiverse.localtask.runtime.dev.BreakableChannel;
import io.quarkiverse.localtask.runtime.dev.Faults;
import io.quarkiverse.localtask.runtime.dev.Happenings;
import io.quarkiverse.localtask.runtime.dev.LocalTaskDevService;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;

/** Adds the pages of the Dev UI. What they ask for comes from the module {@code runtime/dev}, which only dev mode has. */
class DevUiProcessor {

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void pages(LocalTaskBuildTimeConfig config, BuildProducer<CardPageBuildItem> cards,
            BuildProducer<JsonRPCProvidersBuildItem> services, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (!config.enabled()) {
            return;
        }
        CardPageBuildItem card = new CardPageBuildItem();
        card.addPage(Page.webComponentPageBuilder().title("Tasks").icon("font-awesome-solid:envelope")
                .componentLink("qwc-local-task-tasks.js").streamingLabelJsonRPCMethodName("summary"));
        card.addPage(Page.webComponentPageBuilder().title("Destinations").icon("font-awesome-solid:location-dot")
                .componentLink("qwc-local-task-destinations.js"));
        card.addPage(Page.webComponentPageBuilder().title("Shards").icon("font-awesome-solid:layer-group")
                .componentLink("qwc-local-task-shards.js"));
        card.addPage(Page.webComponentPageBuilder().title("Send a test task").icon("font-awesome-solid:paper-plane")
                .componentLink("qwc-local-task-send.js"));
        cards.produce(card);
        services.produce(new JsonRPCProvidersBuildItem(LocalTaskDevService.class));
        beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(Faults.class, Happenings.class, BreakableChannel.class, BreakableBlockingChannel.class)
                .build());
    }
}
