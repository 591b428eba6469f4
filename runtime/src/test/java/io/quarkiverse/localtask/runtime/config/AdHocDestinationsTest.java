package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;

/** Targets that messages bring along have a bounded number of destinations. */
class AdHocDestinationsTest {

    @Test
    void urlsShareEightAndEachMessagingChannelHasOne() {
        Settings settings = TestConfig.of("destinations.events.channel=mq", "destinations.audit.channel=mq",
                "destinations.audit.messaging-channel=log", "mq.channels=extra,log", "ad-hoc.timeout=3s",
                "ad-hoc.retry.max-attempts=7").settings();

        assertThat(settings.adHoc().keySet()).containsExactlyInAnyOrder("http:0", "http:1", "http:2", "http:3", "http:4",
                "http:5",
                "http:6", "http:7", "mq:events", "mq:extra", "mq:log");
        assertThat(settings.adHoc().values()).allSatisfy(destination -> {
            assertThat(destination.timeout()).isEqualTo(Duration.ofSeconds(3));
            assertThat(destination.retry().maxAttempts()).isEqualTo(7);
        });
        assertThat(settings.allDestinations()).hasSize(13);
    }

    @Test
    void hostsInAnyCaseHaveOneDestination() {
        assertThat(AdHocDestinations.ofHost("Partner.Example")).isEqualTo(AdHocDestinations.ofHost("partner.example"))
                .matches("http:[0-7]");
    }

    @Test
    void defaultTimeoutFitsIntoShortLeases() {
        Settings settings = TestConfig.of("grace=4s").settings();

        assertThat(settings.adHoc().values()).extracting(Destination::timeout).containsOnly(Duration.ofSeconds(2));
    }

    @Test
    void settingsAreChecked() {
        assertThatThrownBy(
                () -> TestConfig.of("ad-hoc.timeout=90s", "ad-hoc.concurrency=0", "ad-hoc.retry.jitter=2").settings())
                .hasMessageContaining("quarkus.local-task.ad-hoc.timeout")
                .hasMessageContaining("quarkus.local-task.ad-hoc.concurrency")
                .hasMessageContaining("quarkus.local-task.ad-hoc.retry.jitter");
    }
}
