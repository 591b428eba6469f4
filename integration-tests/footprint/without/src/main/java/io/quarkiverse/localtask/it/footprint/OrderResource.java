package io.quarkiverse.localtask.it.footprint;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.rest.client.inject.RestClient;

import io.quarkus.scheduler.Scheduled;

/** Something of everything. */
@Path("/")
public class OrderResource {

    @Inject
    DataSource dataSource;
    @Inject
    @RestClient
    Partner partner;
    @Inject
    @Channel("orders")
    Emitter<String> orders;

    @GET
    @Transactional
    public int ready() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT 1")) {
            result.next();
            return result.getInt(1);
        }
    }

    @POST
    public void send(String order) {
        partner.send(order);
        orders.send(order);
    }

    @Scheduled(every = "5s")
    void tick() {
    }
}
