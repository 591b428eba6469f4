package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkus.arc.Unremovable;
import io.quarkus.builder.BuildContext;
import io.quarkus.builder.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.test.QuarkusUnitTest;

class PayloadTypesAreRegisteredForNativeReflectionTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(PayloadTypesAreRegisteredForNativeReflectionTest.class)
            .addBuildChainCustomizer(chain -> chain.addBuildStep(new BuildStep() {
                @Override
                public void execute(BuildContext context) {
                    Set<String> registered = ConcurrentHashMap.newKeySet();
                    context.consumeMulti(ReflectiveClassBuildItem.class)
                            .forEach(item -> registered.addAll(item.getClassNames()));
                    System.setProperty(PayloadTypesAreRegisteredForNativeReflectionTest.class.getName(),
                            String.join(",", registered));
                    context.produce(new FeatureBuildItem("registered-payloads"));
                }
            }).consumes(ReflectiveClassBuildItem.class).produces(FeatureBuildItem.class).build());

    @AfterAll
    static void forget() {
        System.clearProperty(PayloadTypesAreRegisteredForNativeReflectionTest.class.getName());
    }

    @Test
    void resultsArgumentsAndWhatTheyHold() {
        String[] registered = System.getProperty(PayloadTypesAreRegisteredForNativeReflectionTest.class.getName()).split(",");
        assertThat(registered).contains(Order.class.getName(), Item.class.getName(), Listed.class.getName(),
                Argument.class.getName());
    }

    record Order(List<Item> items) {
    }

    record Item(int number) {
    }

    record Listed(int number) {
    }

    record Argument(int number) {
    }

    @Unremovable
    @ApplicationScoped
    @Transactional
    static class Orders {

        @LocalTaskMessage(destination = "erp")
        Optional<Order> order() {
            return Optional.empty();
        }

        @LocalTaskMessage(destination = "erp")
        List<Listed> list() {
            return List.of();
        }

        @LocalTaskMessage(destination = "erp", from = "argument")
        void argument(Argument argument) {
        }
    }
}
