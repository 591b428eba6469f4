package io.quarkiverse.localtask.it.datasources;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

@Path("/orders")
public class OrderResource {

    private final OrderService service;

    OrderResource(OrderService service) {
        this.service = service;
    }

    @POST
    @ResponseStatus(201)
    public PurchaseOrder place(PurchaseOrder order, @QueryParam("fail") boolean fail) {
        return fail ? service.placeAndFail(order) : service.place(order);
    }

    @ServerExceptionMapper
    RestResponse<String> rejected(OrderRejectedException e) {
        return RestResponse.status(RestResponse.Status.CONFLICT, e.getMessage());
    }
}
