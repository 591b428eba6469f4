package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;

class RestResourceSendsWhatItReturnsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(RestResourceSendsWhatItReturnsTest.class);

    @Inject
    RecordingLocalTasks tasks;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void resultIsAnswerAndPayload() {
        assertThat(post("/orders", 7)).isEqualTo(200);
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:OrderResource.place:7");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo(new Order(7));
    }

    @Test
    void exceptionIsAnErrorResponseAndSendsNothing() {
        assertThat(post("/orders", 409)).isEqualTo(409);
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void nullAndEmptySendNothing() {
        assertThat(post("/orders", 0)).isEqualTo(204);
        assertThat(post("/orders/optional", 0)).isBetween(200, 204);
        assertThat(tasks.calls()).isEmpty();
        post("/orders/optional", 8);
        assertThat(tasks.onlyCommitted().payload()).isEqualTo(new Order(8));
    }

    @Test
    void requestIsThePayloadOfAMethodWithoutAResult() {
        assertThat(post("/orders/void", 7)).isEqualTo(204);
        assertThat(tasks.onlyCommitted().payload()).isEqualTo(new Order(7));
    }

    private static int post(String path, int id) {
        return RestAssured.given().contentType(ContentType.JSON).body("{\"id\":" + id + "}").post(path).statusCode();
    }

    public record Order(int id) {
    }

    @Path("/orders")
    public static class OrderResource {

        @POST
        @Transactional
        @LocalTaskMessage(destination = "erp", id = "id")
        public Order place(Order order) {
            if (order.id() == 409) {
                throw new ClientErrorException(409);
            }
            return order.id() == 0 ? null : order;
        }

        @POST
        @Path("/optional")
        @Transactional
        @LocalTaskMessage(destination = "erp")
        public Optional<Order> find(Order order) {
            return Optional.ofNullable(order.id() == 0 ? null : order);
        }

        @POST
        @Path("/void")
        @Transactional
        @LocalTaskMessage(destination = "erp", from = "order")
        public void take(Order order) {
        }
    }
}
