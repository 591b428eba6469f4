package io.quarkiverse.localtask.deployment.engine;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

import io.quarkiverse.localtask.runtime.store.TableNames;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;

/** Applications that create the table by Flyway or Liquibase. */
final class SchemaTools {

    /** The scripts of the extension for the tests' database, as a location of Flyway. */
    static final String SCRIPTS = "META-INF/local-task/" + dialect();

    private SchemaTools() {
    }

    /** @return the folder of its scripts */
    static String dialect() {
        String database = System.getProperty("local-task.tests.database", "postgresql");
        return database.equals("mysql") ? "mariadb" : database;
    }

    /** @param documented the names of files with properties, which the documentation shows */
    static QuarkusUnitTest liquibase(Class<?> test, Map<String, String> config, Map<String, String> files,
            String... documented) {
        return app(test, config, files, documented).setForcedDependencies(List.of(quarkus("quarkus-liquibase")));
    }

    private static Dependency quarkus(String artifact) {
        return Dependency.of("io.quarkus", artifact, Version.getVersion());
    }

    private static QuarkusUnitTest app(Class<?> test, Map<String, String> config, Map<String, String> files,
            String... documented) {
        QuarkusUnitTest app = EngineApp.app(test, config, SchemaTools.class);
        for (String name : documented) {
            properties(name).forEach((key, value) -> app.overrideConfigKey((String) key, (String) value));
        }
        Supplier<JavaArchive> jar = app.getArchiveProducer();
        return app.setArchiveProducer(() -> {
            JavaArchive archive = jar.get();
            files.forEach((path, text) -> archive.addAsResource(new StringAsset(text), path));
            return archive;
        });
    }

    static Properties properties(String name) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(documented(name)));
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return a file that the documentation shows, for the tests' database */
    static String documented(String name) {
        try {
            // by path: the class loader of the application, which loads test classes once more, knows only what it packs
            return Files.readString(Path.of("src", "test", "resources", "schema-tools", name))
                    .replaceAll("/(postgresql|mariadb)\\b", "/" + dialect());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A changelog of the application's own, around ours. */
    static String changelog(String before, String after) {
        return """
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                        xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                    %s
                    <include file="META-INF/local-task/changelog.xml"/>
                    %s
                </databaseChangeLog>
                """
                .formatted(before, after);
    }

    static String changeSet(String id, String sql) {
        return "<changeSet id=\"" + id + "\" author=\"me\"><sql>" + sql + "</sql></changeSet>";
    }

    /**
     * Flyway without its extension, which brings quarkus-flyway-mysql in where MariaDB's driver is, and the parent of that
     * cannot be
     * had in 3.33.2. The scripts are the same.
     *
     * @param locations folders of this module, or of the extension's resources
     */
    static FluentConfiguration plainFlyway(DataSource dataSource, String... locations) {
        return Flyway.configure().dataSource(dataSource).placeholders(TableNames.of("local_task_message").placeholders())
                .locations(Stream.of(locations).map(location -> "filesystem:"
                        + (location.startsWith("META-INF") ? "../runtime/src/main/resources/" : "") + location)
                        .toArray(String[]::new));
    }

    /** @return a folder with these files */
    static String folder(String name, Map<String, String> files) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "schema-tools", name));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
            return folder.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A row that waits, as an earlier application left it. */
    static String row(String id) {
        return "INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version,"
                + " status, task_id, task_name, channel, destination, content_type, payload) VALUES ("
                + "TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', "
                + "3, 0, 1, 0, '" + id + "', 'order', 'scripted', 'erp', 'text/plain', 'payload of " + id + "');";
    }

    /** A name that a tool wrote in lower case. */
    static String quoted(String name) {
        return dialect().equals("mariadb") ? "`" + name + "`" : '"' + name + '"';
    }
}
