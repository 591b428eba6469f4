package io.quarkiverse.localtask.it.management;

import jakarta.transaction.Transactional;
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
    public String place(@PathParam("destination") String destination, @PathParam("id") String id, String body) {
        return tasks.accept(TaskMessage.to(destination).id(id).name("Orders.place").contentType("application/json")
                .header("X-Tenant", "north").header("X-Token", "hush").payload(body).build()).taskId();
    }
}
