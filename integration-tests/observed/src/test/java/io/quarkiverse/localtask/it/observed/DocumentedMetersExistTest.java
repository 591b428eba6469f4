package io.quarkiverse.localtask.it.observed;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** The reference, the dashboard and the alert rules name what is exported; the reference all of it. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
class DocumentedMetersExistTest {

    private static final Path DOCS = Path.of("../../docs/modules/ROOT");
    private static final Pattern METER = Pattern.compile("(?m)^\\|`(local\\.task[a-z.]+)`");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RUNBOOK = Pattern.compile("operating\\.html#(\\w+)");
    private static final Pattern SECTION = Pattern.compile("(?m)^\\[#(LocalTask\\w+)]");
    private static final Pattern SERIES = Pattern.compile("local_task_[a-z_]+");

    @Inject
    MeterRegistry registry;

    @Test
    void inTheReference() throws IOException {
        Set<String> exported = registry.getMeters().stream().map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("local.task")).collect(Collectors.toCollection(TreeSet::new));
        assertThat(found(METER, "pages/observing.adoc")).isEqualTo(exported);
    }

    @Test
    void inTheDashboardAndTheAlerts() throws IOException {
        Set<String> series = given().get("/q/metrics").then().statusCode(200).extract().asString().lines()
                .filter(line -> line.startsWith("local_task_")).map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found(SERIES, "attachments/grafana-dashboard.json")).isNotEmpty().isSubsetOf(series);
        assertThat(found(SERIES, "attachments/prometheus-alerts.yml")).isNotEmpty().isSubsetOf(series);
    }

    @Test
    void everyAlertSaysWhatToDo() throws IOException {
        assertThat(found(ALERT, "attachments/prometheus-alerts.yml")).isNotEmpty()
                .isEqualTo(found(SECTION, "pages/operating.adoc"))
                .isEqualTo(found(RUNBOOK, "attachments/prometheus-alerts.yml"));
    }

    private static Set<String> found(Pattern pattern, String file) throws IOException {
        return pattern.matcher(Files.readString(DOCS.resolve(file))).results()
                .map(result -> result.group(result.groupCount())).collect(Collectors.toCollection(TreeSet::new));
    }
}
