package io.quarkiverse.localtask.it.observed;

import java.time.Duration;

import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

/** Takes orders and tells somebody. */
@Path("orders")
public class OrderResource {

    private final LocalTasks tasks;

    OrderResource(LocalTasks tasks) {
        this.tasks = tasks;
    }

    @POST
    @Path("{destination}/{id}")
    @Transactional
    public String place(@PathParam("destination") String destination, @PathParam("id") String id) {
        return tasks.accept(TaskMessage.to(destination).id(id).payload("order " + id).build()).taskId();
    }

    @POST
    @Path("{destination}/{id}/later")
    @Transactional
    public String placeForLater(@PathParam("destination") String destination, @PathParam("id") String id) {
        return tasks.accept(TaskMessage.to(destination).id(id).delay(Duration.ofHours(1)).payload("order " + id).build())
                .taskId();
    }

    @GET
    @Path("{id}")
    public String status(@PathParam("id") String id) {
        return tasks.find(id).map(task -> task.status().name()).orElse("none");
    }
}
