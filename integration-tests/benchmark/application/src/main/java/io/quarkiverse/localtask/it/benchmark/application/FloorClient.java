package io.quarkiverse.localtask.it.benchmark.application;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.quarkus.rest.client.reactive.Url;
import io.smallrye.mutiny.Uni;

/** The same kind of client as the extension's. */
@Consumes(MediaType.APPLICATION_JSON)
public interface FloorClient {

    @POST
    Uni<Response> post(@Url String url, byte[] body);
}
