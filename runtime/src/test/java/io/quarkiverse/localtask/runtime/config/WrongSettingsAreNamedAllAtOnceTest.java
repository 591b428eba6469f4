package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkus.runtime.configuration.ConfigurationException;

class WrongSettingsAreNamedAllAtOnceTest {

    @Test
    void defaultsAreRight() {
        Settings settings = TestConfig.of().settings();
        assertThat(settings.application()).isEqualTo("shop");
        assertThat(settings.shards()).singleElement().satisfies(shard -> {
            assertThat(shard.name()).isEqualTo("default");
            assertThat(shard.houses()).hasSize(64);
            assertThat(shard.ownsStrays()).isTrue();
            assertThat(shard.fixedDelay()).contains(Duration.ofSeconds(5));
            assertThat(shard.limit()).isEqualTo(500);
            assertThat(shard.enabled()).isTrue();
        });
        assertThat(settings.destinations()).isEmpty();
    }

    @Test
    void everyProblemIsInOneMessage() {
        assertThatThrownBy(() -> TestConfig.of("grace=5s", "table-name=Tasks;drop", "retry.jitter=2",
                "destinations.erp.timeout=6s").settings())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("4 problems")
                .hasMessageContaining("quarkus.local-task.grace=PT5S: must be longer than"
                        + " quarkus.local-task.destinations.erp.timeout=PT6S")
                .hasMessageContaining("quarkus.local-task.table-name=Tasks;drop: must be an identifier")
                .hasMessageContaining("quarkus.local-task.retry.jitter=2.0: must be from 0 to 1")
                .hasMessageContaining("quarkus.local-task.destinations.erp.url is not set");
    }

    @Test
    void aUrlWhoseExpressionHasNoValueIsNotTakenForAMisspeltName() {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=${NO_SUCH_ERP_URL}").settings())
                .hasMessageContaining("destinations.erp.url is not set, or its expression (such as ${ERP_URL}) has no value")
                .hasMessageEndingWith("; set it");
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=", "destinations.crm.url=http://crm/").settings())
                .hasMessageEndingWith("; set it, or, if the name is misspelt, use one of crm");
    }

    @ParameterizedTest
    @ValueSource(strings = { "houses=0", "houses=4097", "grace=0s", "lease=10s", "grace=10s", "max-payload-size=0",
            "shutdown-timeout=-1s", "compensation.lap-interval=0s", "compensation.parallel-scans=0",
            "compensation.parallel-scans=17", "outcome.max-batch=0", "outcome.max-batch=10001", "outcome.max-wait=2s",
            "outcome.max-wait=-1s", "outcome.max-pending=0", "queue.max-per-destination=0", "queue.max-total=0",
            "queue.max-per-destination=50001", "queue.max-bytes=1000", "queue.max-spilled=-1", "retention.succeeded=-1d",
            "retention.dead=-1d", "retention.cancelled=-1d", "retention.interval=0s", "http.max-response-size=0",
            "http.permanent-statuses=204", "retry.max-attempts=-1", "retry.multiplier=0.9", "retry.multiplier=NaN",
            "retry.jitter=-0.1", "retry.initial-delay=0s", "retry.initial-delay=2h", "retry.max-delay=0s",
            "shards.default.fixed-delay=5ms", "shards.default.fixed-delay=-5s", "shards.default.cron=every day",
            "shards.default.limit=0", "shards.default.limit=10001", "shards.hot.limit=5", "table-name=1a", "table-name=a.b.c",
            "table-name=a-b", "table-name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "destinations.erp.concurrency=0",
            "destinations.erp.timeout=0s", "destinations.erp.timeout=40s",
            "destinations.erp.connect-timeout=0s", "destinations.erp.retry.multiplier=0",
            "destinations.erp.retry.initial-delay=2h", "destinations.crm.timeout=5s" })
    void aWrongValueNamesItsProperty(String line) {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=http://erp/", line).settings())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "quarkus.local-task." + line.substring(0, line.indexOf('=')).replace("crm.timeout", "crm.url")
                                .replace("hot.limit", "hot"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "table-name=outbox", "table-name=app_1.outbox_2", "shards.default.cron=0/10 * * * * ?",
            "shards.default.fixed-delay=1s", "shards.default.fixed-delay=1", "retry.max-attempts=0", "retention.succeeded=0s",
            "houses=1",
            "shards.default.limit=1", "outcome.max-wait=0s", "destinations.crm.url=http://crm/" })
    void aRightValueIsTaken(String line) {
        assertThatCode(() -> TestConfig.of("destinations.erp.url=http://erp/", line).settings()).doesNotThrowAnyException();
    }

    @Test
    void aSmallTotalBoundsTheDefaultOfEachDestination() {
        assertThatCode(() -> TestConfig.of("queue.max-total=5000").settings()).doesNotThrowAnyException();
    }

    @Test
    void anInheritedRetryFaultIsReportedOnce() {
        assertThatThrownBy(() -> TestConfig.of("retry.jitter=2", "destinations.erp.url=http://erp/").settings())
                .hasMessageContaining("1 problem:");
    }

    @Test
    void noSecretIsInTheMessage() {
        assertThatThrownBy(() -> TestConfig.of("destinations.erp.url=http://user:hush@erp/",
                "destinations.erp.headers.Authorization=hush", "destinations.erp.headers.authorization=hush2",
                "destinations.erp.timeout=0s").settings())
                .hasMessageContaining("headers.authorization: the header is set twice")
                .hasMessageNotContaining("hush");
    }

    @Test
    void aDeclaredShardHasExactlyOneSchedule() {
        assertThatThrownBy(() -> TestConfig.of("houses=4", "shards.hot.house-numbers=0-1", "shards.cold.house-numbers=2-3",
                "shards.cold.cron=0 0 * * * ?", "shards.cold.fixed-delay=5s").settings())
                .hasMessageContaining("shards.hot.cron and quarkus.local-task.shards.hot.fixed-delay are not set")
                .hasMessageContaining("shards.cold.cron=0 0 * * * ? and quarkus.local-task.shards.cold.fixed-delay=PT5S");
    }

    @Test
    void overlapsAndGapsAreInOneMessage() {
        assertThatThrownBy(() -> TestConfig.of("houses=12", "shards.a.house-numbers=0-3,7", "shards.a.fixed-delay=5s",
                "shards.b.house-numbers=2-4", "shards.b.fixed-delay=5s", "shards.c.house-numbers=3,9",
                "shards.c.fixed-delay=5s").settings())
                .hasMessageContaining("1 problem:")
                .hasMessageContaining("2-3 belong to a and b; 3 belong to a and c; 3 belong to b and c;"
                        + " 5-6,8,10-11 belong to no shard");
    }

    @ParameterizedTest
    @ValueSource(strings = { "0-3,x", "3-0", "0-4", "4", "0-3,,", "-1-3", "0-2,2-3", "0..3", "99999999999" })
    void badHouseNumbersAreNamed(String text) {
        assertThatThrownBy(() -> TestConfig.of("houses=4", "shards.hot.house-numbers=" + text, "shards.hot.fixed-delay=5s")
                .settings()).hasMessageContaining("quarkus.local-task.shards.hot.house-numbers=" + text);
    }

    @Test
    void aDeclaredShardWithoutHousesIsAnError() {
        assertThatThrownBy(() -> TestConfig.of("shards.hot.fixed-delay=5s").settings())
                .hasMessageContaining("quarkus.local-task.shards.hot.house-numbers is not set");
    }

    @Test
    void theShardOfTheLastHouseOwnsStrays() {
        Settings settings = TestConfig.of("houses=4", "shards.a.house-numbers=0,3", "shards.a.fixed-delay=5s",
                "shards.b.house-numbers=1-2", "shards.b.cron=0 0 * * * ?", "shards.b.enabled=false").settings();
        assertThat(settings.shards()).extracting(Shard::ownsStrays).containsExactly(true, false);
        assertThat(settings.shards()).extracting(Shard::enabled).containsExactly(true, false);
        assertThat(settings.shards().get(0).houses()).containsExactly(0, 3);
    }

    @Test
    void aChannelsOwnChecksAreReportedWithTheOthers() {
        assertThatThrownBy(() -> TestConfig.of("grace=0s", "destinations.erp.url=ftp://erp/")
                .check((destination, problems) -> problems.add("bad " + destination.name())).settings())
                .hasMessageContaining("bad erp").hasMessageContaining("quarkus.local-task.grace");
    }

    @Test
    void contradictingShutdownTimeoutsAreAWarning() {
        Problems problems = new Problems();
        TestConfig.of("shutdown-timeout=20s").quarkusShutdown(Duration.ofSeconds(5)).settings(problems);
        assertThat(problems.warnings()).singleElement().asString().contains("shutdown-timeout=PT20S",
                "quarkus.shutdown.timeout=PT5S");
    }
}
