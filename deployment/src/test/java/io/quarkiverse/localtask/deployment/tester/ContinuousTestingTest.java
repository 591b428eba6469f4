package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.ContinuousTestingTestUtils;
import io.quarkus.test.ContinuousTestingTestUtils.TestStatus;
import io.quarkus.test.QuarkusDevModeTest;

/** Continuous testing: the tester is there, and each run has a clean one, although the database goes on. */
class ContinuousTestingTest {

    @RegisterExtension
    static final QuarkusDevModeTest APP = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClasses(Orders.class, Orders.Order.class)
                    .addAsResource(new StringAsset(ContinuousTestingTestUtils.appProperties(
                            "quarkus.http.port=0",
                            "quarkus.http.test-port=0",
                            "quarkus.devservices.enabled=false",
                            "quarkus.datasource.db-kind=h2",
                            "quarkus.datasource.jdbc.url=jdbc:h2:mem:continuous;DB_CLOSE_DELAY=-1",
                            "quarkus.local-task.destinations.erp.url=http://erp.invalid/",
                            "%test.quarkus.local-task.destinations.erp.channel=memory")), "application.properties"))
            .withTestArchive(jar -> jar.addClass(OrdersET.class));

    @Test
    void eachRunStartsClean() {
        ContinuousTestingTestUtils runs = new ContinuousTestingTestUtils();
        assertPassed(runs.waitForNextCompletion());

        APP.modifySourceFile(Orders.class, source -> source.replace("new Order(id, 3)", "new Order(id, 4)"));
        assertThat(runs.waitForNextCompletion()).as("the payload is another one").extracting(TestStatus::getTestsFailed)
                .isEqualTo(1L);

        APP.modifySourceFile(Orders.class, source -> source.replace("new Order(id, 4)", "new Order(id, 3)"));
        assertPassed(runs.waitForNextCompletion());
    }

    private static void assertPassed(TestStatus status) {
        assertThat(status.getTestsFailed()).isZero();
        assertThat(status.getTestsPassed()).isEqualTo(1);
    }
}
