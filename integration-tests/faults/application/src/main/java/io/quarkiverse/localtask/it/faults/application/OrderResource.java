package io.quarkiverse.localtask.it.faults.application;

import java.time.Duration;
import java.util.List;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import io.smallrye.common.annotation.Blocking;

/** What the driver's producers call. The body of the request is the payload of every task. */
@Path("/orders")
@Blocking
public class OrderResource {

    private final OrderService service;

    OrderResource(OrderService service) {
        this.service = service;
    }

    @POST
    @ResponseStatus(201)
    public void place(@QueryParam("id") String id, @QueryParam("to") String destinations,
            @QueryParam("hold") @DefaultValue("0") long holdMillis, @QueryParam("refused") boolean refused,
            @QueryParam("each") @DefaultValue("1") int tasksEach, String body) {
        service.place(id, body, List.of(destinations.split(",")), tasksEach, Duration.ofMillis(holdMillis), refused);
    }

    @ServerExceptionMapper
    RestResponse<String> refused(RefusedOrderException e) {
        return RestResponse.status(RestResponse.Status.CONFLICT, "refused");
    }
}
