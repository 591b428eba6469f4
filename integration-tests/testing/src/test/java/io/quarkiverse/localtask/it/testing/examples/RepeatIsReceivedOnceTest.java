package io.quarkiverse.localtask.it.testing.examples;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;

/** The table and the INSERT of the page for receivers. */
@QuarkusTest
class RepeatIsReceivedOnceTest {

    @Inject
    DataSource dataSource;
    @Inject
    EntityManager entityManager;

    @BeforeEach
    void createTable() throws IOException, SQLException {
        try (InputStream script = getClass().getResourceAsStream("/received_message.sql");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS received_message");
            statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void bothAreAnsweredWithSuccess() {
        post();
        post();
        assertThat(entityManager.createQuery("from Order o where o.id = 7001", Order.class).getResultList()).hasSize(1);
    }

    private static void post() {
        given().header("Idempotency-Key", "erp:order:7001").contentType(ContentType.JSON)
                .body("{\"id\":7001,\"item\":\"bolt\",\"quantity\":3}").post("/orders").then().statusCode(204);
    }
}
