package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkus.test.junit.QuarkusTest;

/** That such beans are asked before each attempt over HTTP is tested with the channel. */
@QuarkusTest
class TokenIsForItsDestinationOnlyTest {

    @Inject
    DestinationHeaders headers;

    @Test
    void erpAndNobodyElse() {
        assertThat(headers.headers(to("erp"))).containsOnlyKeys("Authorization");
        assertThat(headers.headers(to("newsletter"))).isEmpty();
    }

    private static Delivery to(String destination) {
        return new Delivery("1", "order", destination, 1, new byte[0], "text/plain", Map.of(), Map.of(),
                Duration.ofSeconds(1));
    }
}
