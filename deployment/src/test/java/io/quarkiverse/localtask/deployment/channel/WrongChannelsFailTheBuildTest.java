package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

class WrongChannelsFailTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(NamedChannels.class, NamedChannels.Sms.class, OtherSms.class,
                    Nameless.class, Http.class, Mq.class, Memory.class, Base.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:wrong-channels")
            .overrideConfigKey("quarkus.local-task.destinations.a.channel", "mqtt")
            .overrideConfigKey("quarkus.local-task.destinations.\"b.c\".channel", "smss")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("has 7 problems")
                    .hasStackTraceContaining(
                            "quarkus.local-task.destinations.a.channel=mqtt: the destination a names a channel that"
                                    + " does not exist; known are fax, http, memory, mq, sms")
                    .hasStackTraceContaining("quarkus.local-task.destinations.\"b.c\".channel=smss")
                    .hasStackTraceContaining("The channel name sms is used 2 times")
                    .hasStackTraceContaining("Nameless has no name")
                    .hasStackTraceContaining("Http is named http")
                    .hasStackTraceContaining("Memory is named memory")
                    .hasStackTraceContaining("Mq is named mq"));

    @Test
    void doesNotBuild() {
        fail("built with wrong channels");
    }

    abstract static class Base implements BlockingTaskChannel {

        @Override
        public Outcome deliver(Delivery delivery) {
            return Outcome.succeeded();
        }
    }

    @ApplicationScoped
    @Identifier("sms")
    static class OtherSms extends Base {
    }

    @Singleton
    static class Nameless extends Base {
    }

    @Singleton
    @Identifier("http")
    static class Http extends Base {
    }

    @Singleton
    @Identifier("mq")
    static class Mq extends Base {
    }

    @Singleton
    @Identifier("memory")
    static class Memory extends Base {
    }
}
