package io.quarkiverse.localtask.it.rabbitmq;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

import io.quarkiverse.localtask.LocalTasks;

/** What the tests of the packaged application call. */
@Path("shipments")
public class ShipmentResource {

    private final ShipmentService service;
    private final LocalTasks tasks;

    ShipmentResource(ShipmentService service, LocalTasks tasks) {
        this.service = service;
        this.tasks = tasks;
    }

    @POST
    @Path("{destination}")
    public String send(@PathParam("destination") String destination, @QueryParam("prefix") String prefix,
            @QueryParam("count") int count) {
        return Integer.toString(service.sendMany(destination, prefix, count).size());
    }

    @GET
    @Path("{id}")
    public String status(@PathParam("id") String id) {
        return tasks.find(id).map(task -> task.status().name()).orElse("none");
    }
}
