package io.quarkiverse.localtask.deployment;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

import io.quarkiverse.localtask.runtime.LocalTaskRecorder;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.runtime.store.InitialScript;
import io.quarkiverse.localtask.runtime.store.SchemaToolNamesFactory;
import io.quarkus.agroal.spi.JdbcDataSourceSchemaReadyBuildItem;
import io.quarkus.agroal.spi.JdbcInitialSQLGeneratorBuildItem;
import io.quarkus.arc.deployment.BeanContainerBuildItem;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.deployment.builditem.ServiceStartBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;

/**
 * Lets Flyway and Liquibase create the tables from the scripts of the extension. Both migrate before the start event, at which
 * the engine looks at the table for the first time.
 */
class SchemaToolsProcessor {

    @BuildStep
    NativeImageResourcePatternsBuildItem scripts() {
        return NativeImageResourcePatternsBuildItem.builder().includeGlob("META-INF/local-task/*/R__local_task_*.sql").build();
    }

    /** Where the tool is not in the application, its keys would be unknown ones. */
    @BuildStep
    void names(Optional<TaskDataSourceBuildItem> dataSource, Capabilities capabilities,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) {
        StringJoiner prefixes = new StringJoiner(",");
        dataSource.ifPresent(source -> {
            if (capabilities.isPresent(Capability.FLYWAY)) {
                prefixes.add(key("quarkus.flyway.", source.name(), "placeholders."));
            }
            if (capabilities.isPresent(Capability.LIQUIBASE)) {
                prefixes.add(key("quarkus.liquibase.", source.name(), "change-log-parameters."));
            }
        });
        if (prefixes.length() > 0) {
            defaults.produce(new RunTimeConfigurationDefaultBuildItem(SchemaToolNamesFactory.PREFIXES_PROPERTY,
                    prefixes.toString()));
        }
    }

    /** Comes after the migrations, and the start event after it. */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    ServiceStartBuildItem migrated(Optional<TaskDataSourceBuildItem> dataSource, List<JdbcDataSourceSchemaReadyBuildItem> ready,
            BeanContainerBuildItem container, LocalTaskRecorder recorder) {
        if (dataSource.isPresent()
                && ready.stream().anyMatch(item -> item.getDatasourceNames().contains(dataSource.get().name()))) {
            recorder.tableIsOfSchemaTool(container.getValue());
        }
        return new ServiceStartBuildItem("local-task-schema");
    }

    /**
     * For the button of Flyway's Dev UI that creates a first migration. It takes one script for each datasource; where
     * Hibernate
     * ORM offers one, that is left alone.
     */
    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void initialScript(Optional<TaskDataSourceBuildItem> dataSource, Capabilities capabilities,
            BuildProducer<JdbcInitialSQLGeneratorBuildItem> scripts) {
        if (capabilities.isPresent(Capability.FLYWAY) && capabilities.isMissing(Capability.HIBERNATE_ORM)) {
            dataSource.ifPresent(source -> scripts.produce(new JdbcInitialSQLGeneratorBuildItem(source.name(),
                    new InitialScript(source.dbKind()))));
        }
    }

    private static String key(String tool, String dataSource, String key) {
        return tool + (DataSourceUtil.isDefault(dataSource) ? "" : PropertyNames.quoted(dataSource) + ".") + key;
    }
}
