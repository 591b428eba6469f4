package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

class UserChannelsAreKeptAndUsedByNameTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(NamedChannels.class, NamedChannels.Sms.class, Token.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:channels")
            .overrideConfigKey("quarkus.local-task.destinations.customer.channel", "sms")
            .overrideConfigKey("quarkus.local-task.destinations.\"head.office\".channel", "fax")
            .overrideConfigKey("quarkus.local-task.destinations.\"quoted\".channel", "sms")
            .overrideConfigKey("quarkus.local-task.destinations.erp.url", "http://erp/");

    @Test
    void nothingIsRemovedAsUnused() {
        assertThat(Arc.container().instance(TaskChannel.class, Identifier.Literal.of("sms")).isAvailable()).isTrue();
        assertThat(Arc.container().instance(BlockingTaskChannel.class, Identifier.Literal.of("fax")).isAvailable()).isTrue();
        assertThat(Arc.container().instance(DestinationHeaders.class).isAvailable()).isTrue();
    }

    @Test
    void destinationsKnowTheirChannels() {
        Map<String, Destination> destinations = Arc.container().instance(Settings.class).get().destinations();
        assertThat(destinations).containsOnlyKeys("customer", "head.office", "quoted", "erp");
        assertThat(destinations.get("customer").channel()).isEqualTo("sms");
        assertThat(destinations.get("head.office").channel()).isEqualTo("fax");
        assertThat(destinations.get("quoted").channel()).isEqualTo("sms");
        assertThat(destinations.get("erp").channel()).isEqualTo("http");
    }

    @ApplicationScoped
    public static class Token implements DestinationHeaders {

        @Override
        public Map<String, String> headers(Delivery delivery) {
            return Map.of();
        }
    }
}
