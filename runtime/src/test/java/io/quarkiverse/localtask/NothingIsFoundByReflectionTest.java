package io.quarkiverse.localtask;

import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/**
 * What runs in an application names everything it uses: no reflection, no proxy, no service loader, no search of the class
 * path.
 * Asked of the byte code. What the build generates is asked where an application is built, in the order service's tests.
 */
class NothingIsFoundByReflectionTest {

    private static final DescribedPredicate<JavaClass> CLASS_OR_LOADER = JavaClass.Predicates.type(Class.class)
            .or(JavaClass.Predicates.assignableTo(ClassLoader.class));

    private static final JavaClasses ALL = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quarkiverse.localtask");

    @Test
    void membersAreCalledByName() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("java.lang.reflect", "java.lang.invoke..", "java.beans..", "sun..").check(ALL);
    }

    /** {@code forName}, {@code getMethod}, {@code getDeclaredFields}, {@code newInstance}, {@code loadClass} and the like. */
    @Test
    void classesAreNotLookedInto() {
        noClasses().should().accessTargetWhere(target(CLASS_OR_LOADER,
                "forName|newInstance|loadClass|findClass|defineClass|get(Declared)?(Method|Field|Constructor|Classe)s?"
                        + "|getRecordComponents|getPermittedSubclasses|getEnclosing.*|getGeneric.*"))
                .check(ALL);
    }

    @Test
    void implementationsAreNotSearchedFor() {
        noClasses().should().dependOnClassesThat().belongToAnyOf(ServiceLoader.class)
                .orShould().dependOnClassesThat().resideInAnyPackage("org.jboss.jandex..", "java.util.jar..", "java.util.zip..",
                        "io.quarkus.runtime.util..", "io.quarkus.bootstrap..")
                .check(ALL);
    }

    /** Only the DDL is read from the class path, by its whole name; the build keeps it for a native executable. */
    @Test
    void theDdlAndThePageAreTheOnlyResources() {
        Stream<String> readers = ALL.stream().flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(target(CLASS_OR_LOADER, "(find)?(get)?(System)?Resources?(AsStream)?|resources"))
                .map(access -> access.getOriginOwner().getSimpleName() + " by " + access.getTarget().getName());

        assertThat(readers).containsExactlyInAnyOrder("DdlScript by getResourceAsStream",
                "ManagementPage by getResourceAsStream");
    }

    private static DescribedPredicate<JavaAccess<?>> target(DescribedPredicate<JavaClass> type, String names) {
        return JavaAccess.Predicates.target(owner(type).and(nameMatching(names)));
    }
}
