package io.quarkiverse.localtask.it.orders;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;

/** What the tests read and steer. */
@Path("/tasks/{id}")
public class TaskResource {

    private final LocalTasks tasks;

    TaskResource(LocalTasks tasks) {
        this.tasks = tasks;
    }

    @GET
    public Task find(String id) {
        return tasks.find(id).orElseThrow(NotFoundException::new);
    }

    @POST
    @Path("/redeliver")
    public boolean redeliver(String id) {
        return tasks.redeliver(id);
    }

    @POST
    @Path("/cancel")
    public boolean cancel(String id) {
        return tasks.cancel(id);
    }
}
