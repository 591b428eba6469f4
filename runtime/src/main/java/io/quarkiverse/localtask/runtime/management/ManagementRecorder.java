package io.quarkiverse.localtask.runtime.management;

import io.quarkus.runtime.annotations.Recorder;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Makes the route of the management page and its API. */
@Recorder
public class ManagementRecorder {

    /**
     * @param path where the page is, without a slash at its end
     * @param open whether everybody may do everything: in dev mode
     */
    public Handler<RoutingContext> handler(String path, boolean open) {
        return new ManagementHandler(path, open);
    }
}
