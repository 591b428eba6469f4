package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.RestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

class AllUnsendableMethodsAreNamedAtOnceTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.thatFails(error -> {
        for (String method : List.of("uni", "multi", "stage", "future", "publisher")) {
            assertThat(error).containsPattern("\\$Results#" + method + "\\(\\) returns .*, whose content is not there yet when"
                    + " the task is written: return the object itself from a blocking method");
        }
        for (String method : List.of("response", "restResponse", "optionalResponse")) {
            assertThat(error).containsPattern("\\$Results#" + method + "\\(\\) returns .*, and an error response would commit"
                    + " the transaction and send: return the object itself");
        }
        assertThat(error).contains("$Results#nothing() returns nothing that can be sent: return the object to send,"
                + " or name the argument that is sent by 'from'");
        assertThat(error).contains("$Results#noDestination() has nothing that can be sent: give a 'destination'");
        assertThat(error).containsPattern("\\$Results#stream\\(\\) returns .*, which can be read only once");
        assertThat(error).containsPattern("\\$Results#input\\(\\) returns .*, which can be read only once");
        assertThat(error).containsPattern("\\$Results#map\\(\\) returns .*, which is neither a TaskMessage nor a collection");
        assertThat(error)
                .contains("$Results#any() returns java.lang.Object, which does not tell what is sent: declare the type");
        assertThat(error).containsPattern("\\$Results#own\\(\\) returns T.*, whose type variable T is not resolved");

        assertThat(error)
                .contains("$Attributes#destination() sends to the destination 'erpp', which is not known at build time:"
                        + " set quarkus.local-task.destinations.erpp.url (or .channel) in application.properties,"
                        + " or use one of crm.events, erp");
        assertThat(error).contains("$Attributes#path() has the id path 'customer.nr', but ",
                "$Customer has no 'nr': it must be a record component, a public getter or a public field"
                        + " (there are: name, number, tags)");
        assertThat(error).contains("$Attributes#pathOnPrimitive() has the id path 'id.value', but long has no 'value'");
        assertThat(error).contains("$Attributes#unstable() has the id path 'customer.tags', which ends at ",
                "that has no text of its own to tell one task from another");
        assertThat(error).contains("$Attributes#argument() has the from path 'comand.order', but no argument 'comand':"
                + " begin with one of command, other");
        assertThat(error).contains("$Attributes#argumentPath() has the from path 'command.nothing', but ");
        assertThat(error).contains("$Attributes#noMessage() sends what is at 'command.order', ",
                "which is not a TaskMessage: give a 'destination'");
        assertThat(error).contains("$Attributes#twoMessages() has 2 arguments that can be sent: name one by 'from'");
        assertThat(error).contains("$Attributes#delay() has the delay 'soon', which is not a duration of 0 to 10 years");
        assertThat(error).contains("$Attributes#negative() has the delay '-PT1S', which is not a duration of 0 to 10 years");
        assertThat(error).contains("$Attributes#unused() gives delay, id, which has no effect because the TaskMessage that the"
                + " method returns is sent: leave it out");
        assertThat(error).contains("$Attributes#sameId() is repeated with the same destination, name and id");
        assertThat(error)
                .contains("$Attributes#longName() makes the task id 'erp:" + "n".repeat(40) + ":…', which leaves 19 of 64"
                        + " characters for the value at 'key', and it needs 36: give a shorter 'name'");
        // One method, two annotations, three mistakes.
        assertThat(error).contains("$Attributes#several() sends to the destination 'fax'",
                "$Attributes#several() has the delay 'x'", "$Attributes#several() has the id path 'y'");

        assertThat(error)
                .containsPattern("\\$Base#save\\(\\), inherited by .*\\$RawOrders, returns T.*, whose type variable T is"
                        + " not resolved by the bean's class: extend the class with a concrete type");
        assertThat(error).contains("$Attributes#rawPath() has the id path 'content.id', but the type variable T before 'id'"
                + " is not resolved: give it a concrete type");
        assertThat(error).containsPattern("\\$Base#saveWithKey\\(\\), inherited by .*\\$Customers, has the id path 'id', but"
                + " .*\\$Customer has no 'id'");
    }, AllUnsendableMethodsAreNamedAtOnceTest.class);

    @Test
    void build() {
        TestApplication.mustNotStart();
    }

    record Order(long id, UUID key, Customer customer) {
    }

    record Customer(String name, Optional<String> number, List<String> tags) {
    }

    record Command(Order order, TaskMessage message) {
    }

    record Envelope<T>(T content) {
    }

    @ApplicationScoped
    @Transactional
    static class Results {

        @LocalTaskMessage(destination = "erp")
        Uni<Order> uni() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Multi<Order> multi() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", from = "order")
        CompletionStage<Order> stage(Order order) {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        CompletableFuture<Order> future() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Flow.Publisher<Order> publisher() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Response response() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        RestResponse<Order> restResponse() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Optional<Response> optionalResponse() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        void nothing(Order order) {
        }

        @LocalTaskMessage
        Order noDestination() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Stream<Order> stream() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        InputStream input() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Map<String, TaskMessage> map() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        Object any() {
            return null;
        }

        @LocalTaskMessage(destination = "erp")
        <T> T own() {
            return null;
        }
    }

    @ApplicationScoped
    @Transactional
    static class Attributes {

        @LocalTaskMessage(destination = "erpp")
        Order destination() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", id = "customer.nr")
        Order path() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", id = "id.value")
        Order pathOnPrimitive() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", id = "customer.tags")
        Order unstable() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", from = "comand.order")
        void argument(Command command, String other) {
        }

        @LocalTaskMessage(destination = "erp", from = "command.nothing")
        void argumentPath(Command command) {
        }

        @LocalTaskMessage(from = "command.order")
        void noMessage(Command command) {
        }

        @LocalTaskMessage
        void twoMessages(TaskMessage one, List<TaskMessage> more) {
        }

        @LocalTaskMessage(destination = "erp", delay = "soon")
        Order delay() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", delay = "-PT1S")
        Order negative() {
            return null;
        }

        @LocalTaskMessage(id = "id", delay = "1s")
        TaskMessage unused() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", id = "id")
        @LocalTaskMessage(destination = "erp", id = "id")
        Order sameId() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", id = "key", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn")
        Order longName() {
            return null;
        }

        @LocalTaskMessage(destination = "erp", from = "envelope", id = "content.id")
        void rawPath(@SuppressWarnings("rawtypes") Envelope envelope) {
        }

        @LocalTaskMessage(destination = "fax", delay = "x")
        @LocalTaskMessage(destination = "erp", id = "y")
        Order several() {
            return null;
        }
    }

    abstract static class Base<T> {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        T save() {
            return null;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", id = "id")
        T saveWithKey() {
            return null;
        }
    }

    @ApplicationScoped
    static class Orders extends Base<Order> {
    }

    @ApplicationScoped
    static class Customers extends Base<Customer> {
    }

    @ApplicationScoped
    @SuppressWarnings("rawtypes")
    static class RawOrders extends Base {
    }
}
