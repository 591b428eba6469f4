package io.quarkiverse.localtask.it.datasources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import jakarta.inject.Inject;

import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.NeedsPostgres;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** A Panache entity in one XA database, its task in another one. */
@NeedsPostgres
@QuarkusTest
@QuarkusTestResource(TwoDatabases.class)
class OrderAndTaskCommitTogetherTest {

    @Inject
    OrderService service;

    @Inject
    LocalTasks tasks;

    Receiver partner;

    @Test
    void andArriveInSpiteOfAFailure() {
        partner.behave(request -> request.nth() == 1 ? 500 : 200);
        service.place(order("together"));
        assertThat(read("together")).isNotNull();
        awaitSucceeded("erp:order:together");
        assertThat(partner.requests("erp:order:together")).hasSize(2);
    }

    @Test
    void orNeitherDoes() {
        assertThatThrownBy(() -> service.placeAndFail(order("refused"))).isInstanceOf(OrderRejectedException.class);
        assertThat(read("refused")).isNull();
        assertThat(tasks.find("erp:refused:refused")).isEmpty();
    }

    @Test
    void whatTheCommitFindsOutSendsNothing() {
        service.place(order("first", "the same"));
        assertThatThrownBy(() -> service.place(order("second", "the same")))
                .hasStackTraceContaining(ConstraintViolationException.class.getName());
        assertThat(read("second")).isNull();
        assertThat(tasks.find("erp:order:second")).isEmpty();
    }

    private void awaitSucceeded(String taskId) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> tasks.find(taskId).map(Task::status).filter(TaskStatus.SUCCEEDED::equals).isPresent());
    }

    private static PurchaseOrder read(String id) {
        return QuarkusTransaction.requiringNew().call(() -> PurchaseOrder.findById(id));
    }

    private static PurchaseOrder order(String id) {
        return order(id, id);
    }

    private static PurchaseOrder order(String id, String reference) {
        PurchaseOrder order = new PurchaseOrder();
        order.id = id;
        order.quantity = 3;
        order.reference = reference;
        return order;
    }
}
