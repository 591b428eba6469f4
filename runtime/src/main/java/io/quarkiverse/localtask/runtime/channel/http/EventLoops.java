package io.quarkiverse.localtask.runtime.channel.http;

import java.util.concurrent.atomic.AtomicInteger;

import io.netty.util.concurrent.EventExecutor;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** Gives each exchange a context of its own, the event loops in turn. */
final class EventLoops {

    private final Context[] roots;
    private final AtomicInteger next = new AtomicInteger();

    EventLoops(Vertx vertx) {
        VertxInternal internal = (VertxInternal) vertx;
        int loops = 0;
        for (EventExecutor ignored : internal.getEventLoopGroup()) {
            loops++;
        }
        roots = new Context[loops];
        for (int i = 0; i < loops; i++) {
            roots[i] = internal.createEventLoopContext();
        }
    }

    Context newContext() {
        Context root = roots[Math.floorMod(next.getAndIncrement(), roots.length)];
        return VertxContext.createNewDuplicatedContext(root);
    }
}
