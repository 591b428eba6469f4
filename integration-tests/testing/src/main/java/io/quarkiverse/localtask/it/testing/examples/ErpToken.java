package io.quarkiverse.localtask.it.testing.examples;

import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;

// tag::token[]
@ApplicationScoped
public class ErpToken implements DestinationHeaders {

    @Override
    public Map<String, String> headers(Delivery delivery) {
        return delivery.destination().equals("erp") ? Map.of("Authorization", "Bearer " + fetchToken()) : Map.of();
    }
    // end::token[]

    private String fetchToken() {
        return "t-1";
    }
}
