package io.quarkiverse.localtask;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between packages point one way. */
class PackageDirectionTest {

    private static final String ROOT = "io.quarkiverse.localtask";
    private static final String RUNTIME = ROOT + ".runtime";

    private final JavaClasses all = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void theRulesSeeTheClasses() {
        assertThat(all).extracting(JavaClass::getPackageName).contains(ROOT, ROOT + ".spi", ROOT + ".event",
                RUNTIME + ".config", RUNTIME + ".store");
    }

    @Test
    void apiEventAndSpiKnowNothingOfTheRuntime() {
        check(noClasses().that().resideInAnyPackage(ROOT, ROOT + ".event", ROOT + ".spi", ROOT + ".test")
                .should().dependOnClassesThat().resideInAPackage(RUNTIME + ".."));
    }

    @Test
    void configurationKnowsTheApiOnly() {
        knowsOnly("config");
    }

    @Test
    void storeKnowsTheConfiguration() {
        knowsOnly("store", "config");
    }

    @Test
    void deliveryKnowsStoreAndConfigurationAndNamesNoObserver() {
        knowsOnly("delivery", "store", "config");
    }

    @Test
    void compensationKnowsDeliveryStoreAndConfiguration() {
        knowsOnly("compensation", "delivery", "store", "config");
    }

    @Test
    void channelsKnowTheConfigurationOnly() {
        check(classes().that().resideInAPackage(RUNTIME + ".channel..")
                .should().onlyDependOnClassesThat(are(resideOutsideOfPackage(RUNTIME + ".."))
                        .or(resideInAPackage(RUNTIME + ".config"))
                        .or(resideInAPackage(RUNTIME + ".channel.."))));
    }

    @Test
    void whoLooksOnKnowsTheEngineAndNoChannel() {
        for (String part : new String[] { "metrics", "tracing", "health", "logging" }) {
            knowsOnly(part, "compensation", "delivery", "store", "config");
        }
        check(noClasses().that().resideInAPackage(RUNTIME + ".management..").should()
                .dependOnClassesThat().resideInAPackage(RUNTIME + ".channel.."));
    }

    private void knowsOnly(String part, String... known) {
        DescribedPredicate<JavaClass> allowed = resideOutsideOfPackage(RUNTIME + "..")
                .or(resideInAPackage(RUNTIME + "." + part + ".."));
        for (String other : known) {
            allowed = allowed.or(resideInAPackage(RUNTIME + "." + other + ".."));
        }
        check(classes().that().resideInAPackage(RUNTIME + "." + part + "..").should().onlyDependOnClassesThat(allowed));
    }

    private void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(all);
    }
}
