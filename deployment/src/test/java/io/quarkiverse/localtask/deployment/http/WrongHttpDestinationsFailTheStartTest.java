package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Everything that is wrong is named at once, and no secret with it. */
class WrongHttpDestinationsFailTheStartTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:wronghttp")
            .overrideConfigKey("quarkus.local-task.destinations.erp.url", "http://user:sesame@erp.example.com/")
            .overrideConfigKey("quarkus.local-task.destinations.crm.url", "ftp://crm.example.com/")
            .overrideConfigKey("quarkus.local-task.destinations.crm.method", "BREW")
            .overrideConfigKey("quarkus.local-task.destinations.tls.url", "https://tls.example.com/")
            .overrideConfigKey("quarkus.local-task.destinations.tls.tls-configuration-name", "partner")
            .overrideConfigKey("quarkus.local-task.destinations.tls.headers.Host", "other")
            .overrideConfigKey("quarkus.local-task.ad-hoc.tls-configuration-name", "nowhere")
            .overrideConfigKey("quarkus.local-task.http.allowed-hosts", "https://hooks.example.com")
            .assertException(failure -> {
                StringWriter text = new StringWriter();
                failure.printStackTrace(new PrintWriter(text));
                assertThat(text.toString()).contains("destinations.erp.url", "destinations.crm.url", "destinations.crm.method",
                        "destinations.tls.tls-configuration-name", "Host", "ad-hoc.tls-configuration-name",
                        "quarkus.tls.nowhere",
                        "http.allowed-hosts").doesNotContain("sesame");
            });

    @Test
    void allAtOnce() {
        Assertions.fail("the application must not start");
    }
}
