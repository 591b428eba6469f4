package io.quarkiverse.localtask.it.footprint;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** Whom the application would call. */
@RegisterRestClient(baseUri = "http://localhost:9")
@Path("/orders")
public interface Partner {

    @POST
    void send(String order);
}
