package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import com.rabbitmq.client.Delivery;

import io.quarkiverse.localtask.it.support.Broker;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class BilledOrderArrivesAtTheBrokerTest extends OrderServiceTestBase {

    Broker broker;

    @Test
    void invoiceIsConfirmedByTheBrokerAndWrittenBack() {
        broker.declare("invoices", "accounting", "invoice.created", null);
        Order order = anOrder();

        with(order).post("/orders/billed").then().statusCode(201);

        Delivery invoice = broker.take("accounting");
        String taskId = "invoices:invoice:" + order.id();
        assertThat(new String(invoice.getBody(), StandardCharsets.UTF_8))
                .isEqualTo("{\"orderId\":\"" + order.id() + "\",\"amount\":6}");
        assertThat(invoice.getProperties().getMessageId()).isEqualTo(taskId);
        assertThat(invoice.getProperties().getType()).isEqualTo("invoice");
        awaitStatusOf(taskId, "SUCCEEDED");
    }
}
