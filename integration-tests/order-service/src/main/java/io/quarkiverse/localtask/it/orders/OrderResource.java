package io.quarkiverse.localtask.it.orders;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import io.quarkiverse.localtask.TaskReceipt;

@Path("/orders")
public class OrderResource {

    private final OrderService service;
    private final ArchiveTable archive;

    OrderResource(OrderService service, ArchiveTable archive) {
        this.service = service;
        this.archive = archive;
    }

    @POST
    @ResponseStatus(201)
    public Order place(Order order, @QueryParam("fail") boolean fail) {
        return fail ? service.placeAndFail(order) : service.place(order);
    }

    @POST
    @Path("/later")
    @ResponseStatus(201)
    public TaskReceipt placeLater(Order order, @QueryParam("delay") String delay) {
        return service.placeLater(order, Duration.parse(delay));
    }

    @POST
    @Path("/to")
    @ResponseStatus(201)
    public TaskReceipt placeTo(Order order, @QueryParam("destination") String destination) {
        return service.placeTo(order, destination);
    }

    @POST
    @Path("/all")
    @ResponseStatus(201)
    public List<TaskReceipt> placeAll(List<Order> orders) {
        return service.placeAll(orders);
    }

    @POST
    @Path("/house")
    public void placeInHouse(Order order, @QueryParam("house") int house) {
        service.placeInHouse(order, house);
    }

    @POST
    @Path("/plain")
    public void placePlain(Order order) {
        service.placePlain(order);
    }

    @POST
    @Path("/billed")
    @ResponseStatus(201)
    public void placeBilled(Order order) {
        service.bill(order);
    }

    @POST
    @Path("/for")
    @ResponseStatus(201)
    public TaskReceipt placeFor(Order order, @QueryParam("subscriber") URI subscriber) {
        return service.placeFor(order, subscriber);
    }

    @POST
    @Path("/archived")
    @ResponseStatus(201)
    public void placeArchived(Order order) {
        service.archive(order);
    }

    @GET
    @Path("/archived/{id}")
    public ArchiveTable.Archived archived(String id) {
        return archive.find(id).orElseThrow(NotFoundException::new);
    }

    @POST
    @Path("/poison")
    @ResponseStatus(201)
    public Order placePoison(Order order) {
        return service.placePoison(order);
    }

    @ServerExceptionMapper
    RestResponse<String> rejected(OrderRejectedException e) {
        return RestResponse.status(RestResponse.Status.CONFLICT, e.getMessage());
    }

    @ServerExceptionMapper
    RestResponse<String> wrong(IllegalArgumentException e) {
        return RestResponse.status(RestResponse.Status.BAD_REQUEST, e.getMessage());
    }
}
