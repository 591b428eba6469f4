package io.quarkiverse.localtask.deployment.engine;

import java.util.Properties;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** An application whose source changes: each generation refuses, or never answers, what was accepted in it. */
@Path("/")
public class ReloadedApplication {

    private static final int GENERATION = 0;

    @Inject
    LocalTasks tasks;

    @GET
    @Path("/generation")
    public int generation() {
        return GENERATION;
    }

    @GET
    @Path("/accept/{id}")
    @Transactional
    public String accept(String id) {
        return tasks.accept(TaskMessage.to("erp").id(id).name(String.valueOf(GENERATION)).payload(id).build()).taskId();
    }

    @GET
    @Path("/received")
    public String received() {
        return lines();
    }

    /* What survives a reload: the system's properties. */
    static String lines() {
        return System.getProperty("local-task.tests.reloaded", "");
    }

    private static void remember(String line) {
        synchronized (Properties.class) {
            System.setProperty("local-task.tests.reloaded", lines() + line + "\n");
        }
    }

    @Singleton
    @Identifier("reloaded")
    public static class Channel implements TaskChannel {

        @Override
        public Uni<Outcome> deliver(Delivery delivery) {
            if (delivery.taskId().equals("changed")) {
                remember("changed, with a time-out of " + delivery.timeout());
                return Uni.createFrom().item(Outcome.succeeded());
            }
            if (!delivery.name().equals(String.valueOf(GENERATION))) {
                remember(delivery.taskId() + " taken by generation " + GENERATION);
                return Uni.createFrom().item(Outcome.succeeded());
            }
            remember(delivery.taskId() + " refused by generation " + GENERATION);
            return delivery.taskId().startsWith("hangs") ? Uni.createFrom().nothing()
                    : Uni.createFrom().item(Outcome.failed("not in this generation"));
        }
    }
}
