package io.quarkiverse.localtask.it.flyway;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

import org.jboss.shrinkwrap.api.asset.StringAsset;

import io.quarkus.test.QuarkusUnitTest;

/** Applications with migrations of their own. */
final class FlywayApp {

    private FlywayApp() {
    }

    /** @param migrations text by path */
    static QuarkusUnitTest with(Map<String, String> migrations) {
        return new QuarkusUnitTest()
                .withApplicationRoot(jar -> {
                    jar.addClasses(Orders.class, FlywayApp.class, TableIsThereForTheFirstScan.class);
                    migrations.forEach((path, text) -> jar.addAsResource(new StringAsset(text), path));
                })
                .overrideConfigKey("quarkus.devservices.enabled", "false")
                .overrideConfigKey("quarkus.http.test-port", "0")
                .overrideConfigKey("quarkus.local-task.shards.default.fixed-delay", "1s")
                .overrideConfigKey("quarkus.local-task.destinations.erp.channel", "recorded");
    }

    /** @param prefix of the datasource's keys, with its dot */
    static QuarkusUnitTest onH2(QuarkusUnitTest app, String prefix, String name) {
        return app.overrideConfigKey(prefix + "db-kind", "h2")
                .overrideConfigKey(prefix + "jdbc.url", "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    /** What the documentation shows, for this kind of database. */
    static QuarkusUnitTest asDocumented(QuarkusUnitTest app, String dbKind) {
        Properties properties = new Properties();
        // by path: the class loader of the application, which loads test classes once more, knows only what it packs
        try (Reader file = Files.newBufferedReader(Path.of("src", "test", "resources", "schema-tools", "flyway.properties"))) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        properties.forEach((key, value) -> app.overrideConfigKey((String) key,
                ((String) value).replace("/postgresql", "/" + dbKind)));
        return app;
    }
}
