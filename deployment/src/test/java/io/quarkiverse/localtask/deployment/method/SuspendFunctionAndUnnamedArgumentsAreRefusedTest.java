package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import org.jboss.shrinkwrap.api.asset.ByteArrayAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkus.gizmo.ClassCreator;
import io.quarkus.gizmo.MethodCreator;
import io.quarkus.test.QuarkusUnitTest;

/** Class files as the Kotlin compiler, and javac without names, would write them. */
class SuspendFunctionAndUnnamedArgumentsAreRefusedTest {

    private static final String ORDERS = "io.quarkiverse.localtask.deployment.method.GeneratedOrders";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.thatFails(error -> {
        assertThat(error).contains("GeneratedOrders#suspending() is a suspend function, which returns before its result is"
                + " there: make it a plain function");
        assertThat(error).contains("GeneratedOrders#unnamed() has the from path 'order', but the names of its arguments are not"
                + " in the class file: compile with -parameters");
    }).withApplicationRoot(SuspendFunctionAndUnnamedArgumentsAreRefusedTest::generate);

    @Test
    void build() {
        TestApplication.mustNotStart();
    }

    private static void generate(JavaArchive jar) {
        jar.addClasses(TestApplication.class, RecordingLocalTasks.class);
        ClassCreator orders = ClassCreator.builder().className(ORDERS)
                .classOutput((name, bytes) -> jar.add(new ByteArrayAsset(bytes), name.replace('.', '/') + ".class")).build();
        orders.addAnnotation(ApplicationScoped.class);
        try (orders) {
            try (MethodCreator suspending = orders.getMethodCreator("suspending", Object.class.getName(),
                    "kotlin.coroutines.Continuation")) {
                suspending.setModifiers(Modifier.PUBLIC);
                suspending.addAnnotation(Transactional.class);
                suspending.addAnnotation(LocalTaskMessage.class).addValue("destination", "erp");
                suspending.returnValue(suspending.loadNull());
            }
            try (MethodCreator unnamed = orders.getMethodCreator("unnamed", void.class, String.class)) {
                unnamed.setModifiers(Modifier.PUBLIC);
                unnamed.addAnnotation(Transactional.class);
                var annotation = unnamed.addAnnotation(LocalTaskMessage.class);
                annotation.addValue("destination", "erp");
                annotation.addValue("from", "order");
                unnamed.returnValue(null);
            }
        }
    }
}
