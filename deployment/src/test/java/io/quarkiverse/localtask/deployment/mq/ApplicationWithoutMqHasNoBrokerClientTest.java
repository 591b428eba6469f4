package io.quarkiverse.localtask.deployment.mq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class ApplicationWithoutMqHasNoBrokerClientTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:without-mq")
            .overrideConfigKey("quarkus.local-task.destinations.erp.url", "http://localhost:9/never");

    @Test
    void startsWithoutMessaging() {
        for (String type : new String[] { "com.rabbitmq.client.Connection", "io.smallrye.reactive.messaging.MutinyEmitter",
                "io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnector" }) {
            assertThatThrownBy(() -> Thread.currentThread().getContextClassLoader().loadClass(type))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }
}
