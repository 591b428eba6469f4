package io.quarkiverse.localtask.it.orders;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

/**
 * Reads the metadata of the native executable, which needs nobody to build it: the resources are in it, and what it says about
 * reflection on the extension's classes is known, down to the last one.
 */
class NativeExecutableIsToldNoMoreThanItNeedsIT {

    private static final String EXTENSION = "io.quarkiverse.localtask.";
    private static final String APPLICATION = EXTENSION + "it.";

    /** Everything but the members that {@link #singleMembersAreThoseOfBeans} speaks of. */
    private static final Set<String> REFLECTED = Set.of(
            // Quarkus: values of configuration properties
            EXTENSION + "runtime.config.LocalTaskRuntimeConfig$Completion",
            EXTENSION + "runtime.config.LocalTaskRuntimeConfig$SchemaManagement",
            // Quarkus: what META-INF/services names for SmallRye Config
            EXTENSION + "runtime.config.ShardPeriodInterceptor",
            EXTENSION + "runtime.config.MapKeyInterceptor",
            EXTENSION + "runtime.config.MessagingConfigSourceFactory",
            EXTENSION + "runtime.store.SchemaToolNamesFactory",
            // Arc: interceptor bindings, so that two of them can be compared
            EXTENSION + "runtime.method.TaskMethodBinding",
            // the scheduler: the generated caller of a @Scheduled method
            EXTENSION + "runtime.compensation.ShardSchedules_ScheduledInvoker_tick",
            // Quarkus REST: what this application's endpoints return
            EXTENSION + "Task", EXTENSION + "TaskReceipt", EXTENSION + "TaskStatus");

    /** Quarkus: the generated implementations of configuration interfaces. */
    private static final Pattern CONFIGURATION = Pattern
            .compile(Pattern.quote(EXTENSION + "runtime.config.") + "LocalTask(BuildTime|Runtime)Config.*\\$\\$CMImpl");
    private static final Pattern HASH = Pattern.compile("_[0-9a-f]{40}$");

    @Test
    void everyDdlScriptIsIncluded() {
        List<Pattern> included = new ArrayList<>();
        NativeSources.metadata("resource-config.json").at("/resources/includes")
                .forEach(include -> included.add(Pattern.compile(include.path("pattern").asText())));
        List<String> scripts = NativeSources.entries(NativeSources.extension()).stream()
                .filter(name -> name.matches("META-INF/local-task/[^/]+/R__local_task_\\d+\\.sql")).toList();

        assertThat(scripts).contains("META-INF/local-task/postgresql/R__local_task_001.sql");
        assertThat(scripts).allSatisfy(
                script -> assertThat(included).anyMatch(pattern -> pattern.matcher(script).matches()));
    }

    @Test
    void payloadsOfAnnotatedMethodsAreReflected() {
        assertThat(reflected(Invoice.class.getName())).singleElement().satisfies(invoice -> {
            assertThat(invoice.path("allDeclaredMethods").asBoolean()).isTrue();
            assertThat(invoice.path("allDeclaredFields").asBoolean()).isTrue();
        });
    }

    @Test
    void ofTheExtensionsClassesOnlyTheKnownOnesAreReflected() {
        assertThat(reflected(EXTENSION)).filteredOn(entry -> !isApplication(entry) && !isMembersOnly(entry))
                .extracting(NativeExecutableIsToldNoMoreThanItNeedsIT::name)
                .filteredOn(name -> !CONFIGURATION.matcher(name).matches())
                .map(name -> HASH.matcher(name).replaceFirst(""))
                .containsExactlyInAnyOrderElementsOf(REFLECTED);
    }

    /** Arc: where a bean asks for its injection point (configuration, events, lists), the member is described to it. */
    @Test
    void singleMembersAreThoseOfBeans() {
        List<String> classes = NativeSources.entries(NativeSources.application());

        assertThat(reflected(EXTENSION)).filteredOn(entry -> !isApplication(entry) && isMembersOnly(entry))
                .extracting(NativeExecutableIsToldNoMoreThanItNeedsIT::name)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(classes).contains(name.replace('.', '/') + "_Bean.class"));
    }

    @Test
    void nothingElseIsAskedFor() {
        for (String file : List.of("proxy-config.json", "serialization-config.json", "jni-config.json")) {
            assertThat(NativeSources.metadata(file).toString()).as(file).doesNotContain("localtask");
        }
    }

    @Test
    void generatedAccessorsDoNotReflect() {
        JavaClasses accessors = new ClassFileImporter().importLocations(Set.of(Location.of(
                URI.create("jar:" + NativeSources.application().toUri() + "!/io/quarkiverse/localtask/generated/"))));

        assertThat(accessors).extracting(type -> type.getName()).anyMatch(name -> name.endsWith("_LocalTaskAccessor"));
        noClasses().that().haveSimpleNameNotEndingWith("_Bean")
                .should().dependOnClassesThat().resideInAnyPackage("java.lang.reflect", "java.lang.invoke..")
                .orShould().callMethod(Class.class, "forName", String.class)
                .check(accessors);
    }

    private static List<JsonNode> reflected(String prefix) {
        Iterator<JsonNode> entries = NativeSources.metadata("reflect-config.json").elements();
        return StreamSupport.stream(((Iterable<JsonNode>) () -> entries).spliterator(), false)
                .filter(entry -> name(entry).startsWith(prefix)).toList();
    }

    private static String name(JsonNode entry) {
        return entry.path("name").asText();
    }

    private static boolean isApplication(JsonNode entry) {
        return name(entry).startsWith(APPLICATION);
    }

    private static boolean isMembersOnly(JsonNode entry) {
        return StreamSupport.stream(((Iterable<String>) entry::fieldNames).spliterator(), false)
                .noneMatch(field -> field.startsWith("all"));
    }
}
