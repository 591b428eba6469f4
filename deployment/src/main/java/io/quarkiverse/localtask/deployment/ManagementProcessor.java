package io.quarkiverse.localtask.deployment;

import java.util.function.BooleanSupplier;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.management.ManagementRecorder;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.dev.spi.DevModeType;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.deployment.spi.RouteBuildItem;

/** Adds the management page and its API to applications that have a web layer and ask for it. */
class ManagementProcessor {

    private static final String PACKAGE = "io.quarkiverse.localtask.runtime.management.";
    private static final String PATH = "local-task";

    /** Whether the application has what the route is made of. */
    static final class HasHttp implements BooleanSupplier {

        @Override
        public boolean getAsBoolean() {
            return QuarkusClassLoader.isClassPresentAtRuntime("io.quarkus.vertx.http.runtime.security.QuarkusHttpUser");
        }
    }

    @BuildStep(onlyIf = HasHttp.class)
    @Record(ExecutionTime.RUNTIME_INIT)
    void page(LocalTaskBuildTimeConfig config, LaunchModeBuildItem mode, ManagementRecorder recorder,
            BuildProducer<RouteBuildItem> routes, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<NativeImageResourceBuildItem> resources) {
        boolean open = mode.getLaunchMode() == LaunchMode.DEVELOPMENT
                && mode.getDevModeType().filter(type -> type == DevModeType.REMOTE_SERVER_SIDE).isEmpty();
        if (!config.enabled() || !config.management().enabled().orElse(open)) {
            return;
        }
        beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(PACKAGE + "ManagementApi", PACKAGE + "RecentHistory").build());
        resources.produce(new NativeImageResourceBuildItem("META-INF/local-task/management/index.html"));
        routes.produce(RouteBuildItem.newManagementRoute(PATH)
                .withRequestHandler(recorder.handler("/" + PATH, open))
                .displayOnNotFoundPage("Local tasks").build());
        routes.produce(RouteBuildItem.newManagementRoute(PATH + "/*")
                .withRequestHandler(recorder.handler("/" + PATH, open)).build());
    }
}
