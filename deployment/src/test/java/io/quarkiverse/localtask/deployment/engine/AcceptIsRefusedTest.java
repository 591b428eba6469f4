package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** Promise 3: what cannot be kept is refused before any SQL, with a text that says what to do. */
class AcceptIsRefusedTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(AcceptIsRefusedTest.class, Map.of("max-payload-size", "100"),
            Endpoints.class);

    @Inject
    LocalTasks tasks;

    @Inject
    Work work;

    @Inject
    TransactionManager transactions;

    @Inject
    Vertx vertx;

    @Test
    void withoutTransaction() {
        assertThatThrownBy(() -> tasks.accept(Work.message("no-tx"))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no").hasMessageContaining("@Transactional");
        assertThat(work.status("no-tx")).isNull();
    }

    @Test
    void inARollbackOnlyTransaction() throws Exception {
        transactions.begin();
        try {
            transactions.setRollbackOnly();
            assertThatThrownBy(() -> tasks.accept(Work.message("rollback-only"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("marked for rollback");
        } finally {
            transactions.rollback();
        }
        assertThat(work.status("rollback-only")).isNull();
    }

    @Test
    void onAnEventLoopThread() {
        CompletableFuture<Object> result = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(nothing -> {
            try {
                result.complete(tasks.accept(Work.message("event-loop")));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("eventloop").hasMessageContaining("@Blocking");
    }

    @Test
    void onAnEventLoopThreadWithATransaction() {
        CompletableFuture<Object> result = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(nothing -> {
            try {
                transactions.begin();
                try {
                    result.complete(tasks.accept(Work.message("event-loop-tx")));
                } finally {
                    transactions.rollback();
                }
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("eventloop").hasMessageContaining("@Blocking");
        assertThat(work.status("event-loop-tx")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = { "non-blocking", "uni", "programmatic" })
    void inAnEndpointOnTheEventLoop(String endpoint) {
        String refusal = RestAssured.get("/refused/" + endpoint).then().statusCode(200).extract().asString();
        assertThat(refusal).as("Quarkus itself refuses a declared transaction, in its own words").containsAnyOf("@Blocking",
                "IO thread");
        assertThat(work.count("1 = 1")).isZero();
    }

    @Path("/refused")
    public static class Endpoints {

        @Inject
        LocalTasks tasks;

        @Inject
        Work work;

        @GET
        @NonBlocking
        @Path("non-blocking")
        public String nonBlocking() {
            return refusal(() -> tasks.accept(Work.message("non-blocking")));
        }

        @GET
        @Path("uni")
        public Uni<String> uni() {
            return Uni.createFrom().item(refusal(() -> work.accept("uni")));
        }

        @GET
        @NonBlocking
        @Path("programmatic")
        public String programmatic() {
            QuarkusTransaction.begin();
            try {
                return refusal(() -> tasks.accept(Work.message("programmatic")));
            } finally {
                QuarkusTransaction.rollback();
            }
        }

        private static String refusal(Runnable call) {
            try {
                call.run();
                return "accepted";
            } catch (RuntimeException e) {
                return Thread.currentThread().getName() + " " + e.getMessage();
            }
        }
    }

    @Test
    void afterTheTransactionTimedOut() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().timeout(1).run(() -> {
            try {
                while (transactions.getStatus() == jakarta.transaction.Status.STATUS_ACTIVE) {
                    Thread.onSpinWait();
                }
            } catch (jakarta.transaction.SystemException e) {
                throw new IllegalStateException(e);
            }
            assertThatThrownBy(() -> tasks.accept(Work.message("reaped"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("(?s).*(time-out|marked for rollback).*");
        })).isInstanceOf(Exception.class);
        assertThat(work.status("reaped")).isNull();
    }

    @Test
    void withAnUnknownDestination() {
        assertThatThrownBy(() -> work.accept(TaskMessage.to("crm").payload("x").build()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("'crm'").hasMessageContaining("[erp]");
    }

    @Test
    void withAHouseNumberOutOfRange() {
        assertThatThrownBy(() -> work.accept(TaskMessage.to("erp").houseNumber(64).build()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0 to 63");
    }

    @Test
    void withAPayloadThatIsTooLarge() {
        assertThatThrownBy(() -> work.accept(TaskMessage.to("erp").payload("x".repeat(101)).build()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("101")
                .hasMessageContaining("max-payload-size");
    }

    @Test
    void withAPayloadThatIsNoJson() {
        assertThatThrownBy(() -> work.accept(TaskMessage.to("erp").payload(new Object()).build()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("java.lang.Object")
                .hasMessageContaining("JSON");
    }
}
