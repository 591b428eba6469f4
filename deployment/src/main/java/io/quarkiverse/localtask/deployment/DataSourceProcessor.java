package io.quarkiverse.localtask.deployment;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.runtime.store.TaskStores;
import io.quarkus.agroal.spi.JdbcDataSourceBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.datasource.common.runtime.DatabaseKind;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Produce;
import io.quarkus.narayana.jta.runtime.TransactionManagerBuildTimeConfig;
import io.quarkus.narayana.jta.runtime.TransactionManagerBuildTimeConfig.UnsafeMultipleLastResourcesMode;
import io.quarkus.runtime.configuration.ConfigurationException;

/** Finds the datasource that holds the task table, or fails the build. */
class DataSourceProcessor {

    private static final Logger LOG = Logger.getLogger("io.quarkiverse.localtask");
    private static final String PROPERTY = PropertyNames.PREFIX + "datasource";

    /**
     * Without the error item, which somebody always consumes, the step would not run as long as nobody needs the datasource.
     */
    @BuildStep
    @Produce(ValidationErrorBuildItem.class)
    void taskDataSource(LocalTaskBuildTimeConfig config, TransactionManagerBuildTimeConfig transactions,
            List<JdbcDataSourceBuildItem> dataSources,
            BuildProducer<TaskDataSourceBuildItem> taskDataSource) {
        if (!config.enabled()) {
            return;
        }
        String name = config.datasource().orElse(DataSourceUtil.DEFAULT_DATASOURCE_NAME);
        Optional<JdbcDataSourceBuildItem> found = dataSources.stream().filter(ds -> ds.getName().equals(name)).findFirst();
        if (found.isEmpty()) {
            throw new ConfigurationException(missing(config.datasource(), dataSources));
        }
        String kind = DatabaseKind.normalize(found.get().getDbKind());
        if (!TaskStores.kinds().contains(kind)) {
            throw new ConfigurationException(dataSourceProperty(name, "db-kind") + "=" + kind
                    + ": the task table can be in " + Names.list(TaskStores.kinds())
                    + "; choose one of them, or name another datasource in "
                    + PROPERTY);
        }
        if (!found.get().isTransactionIntegrationEnabled()) {
            throw new ConfigurationException(dataSourceProperty(name, "jdbc.transactions")
                    + "=disabled: the task must be written in the transaction of the business data, so its datasource takes part in"
                    + " JTA transactions; set it to enabled or xa, or name another datasource in " + PROPERTY);
        }
        taskDataSource.produce(new TaskDataSourceBuildItem(name, kind));
        if (dataSources.size() > 1) {
            transactions.unsafeMultipleLastResources().filter(mode -> mode != UnsafeMultipleLastResourcesMode.FAIL)
                    .ifPresent(mode -> LOG.warnf(
                            "quarkus.transaction-manager.unsafe-multiple-last-resources=%s lets several datasources that are"
                                    + " not XA commit one after the other: a crash in between keeps the task in '%s' and loses"
                                    + " the data in another one, or the reverse. Keep both in one datasource, or set"
                                    + " jdbc.transactions=xa on all but one of %s and remove the property",
                            mode.name().toLowerCase(Locale.ROOT).replace('_', '-'), name,
                            Names.list(dataSources.stream().map(JdbcDataSourceBuildItem::getName).toList())));
        }
    }

    private static String missing(Optional<String> named, List<JdbcDataSourceBuildItem> dataSources) {
        if (dataSources.isEmpty()) {
            return "quarkus-local-task needs a JDBC datasource for its task table, and there is none: add the dependency"
                    + " io.quarkus:quarkus-jdbc-postgresql (or quarkus-jdbc-mariadb, quarkus-jdbc-mysql, quarkus-jdbc-h2) and"
                    + " set quarkus.datasource.db-kind";
        }
        String known = Names.list(dataSources.stream().map(JdbcDataSourceBuildItem::getName).toList());
        return named.map(name -> PROPERTY + "=" + name + ": there is no JDBC datasource of this name; known are " + known
                + "; correct the name, or set " + dataSourceProperty(name, "db-kind"))
                .orElse(PROPERTY
                        + " is not set, and there is no default JDBC datasource: the task table is in the datasource of the"
                        + " business data; set it to one of " + known + ", or set quarkus.datasource.db-kind");
    }

    private static String dataSourceProperty(String name, String key) {
        return DataSourceUtil.dataSourcePropertyKey(name, key);
    }
}
