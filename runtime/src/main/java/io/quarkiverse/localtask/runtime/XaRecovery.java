package io.quarkiverse.localtask.runtime;

import static io.quarkus.datasource.common.runtime.DataSourceUtil.dataSourcePropertyKey;

import javax.sql.XADataSource;

import org.jboss.logging.Logger;

import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.runtime.TransactionManagerConfiguration;

/**
 * A process that dies between prepare and commit leaves a task in doubt: no scan sees it, and only the recovery of the
 * transaction
 * manager ends it.
 */
final class XaRecovery {

    private static final Logger LOG = Logger.getLogger("io.quarkiverse.localtask");
    private static final String DEFAULT_NODE_NAME = "quarkus";

    private XaRecovery() {
    }

    static void warnIfUnsafe(TaskDataSource source, AgroalDataSource dataSource, TransactionManagerConfiguration transactions) {
        Class<?> provider = dataSource.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration()
                .connectionProviderClass();
        if (provider == null || !XADataSource.class.isAssignableFrom(provider)) {
            return;
        }
        String property = dataSourcePropertyKey(source.name(), "jdbc.transactions");
        if (!transactions.enableRecovery()) {
            LOG.warnf("%s=xa without recovery: a crash between prepare and commit keeps a task from being sent, and its row"
                    + " locked, until somebody ends the prepared transaction by hand. Set"
                    + " quarkus.transaction-manager.enable-recovery=true,"
                    + " quarkus.transaction-manager.object-store.directory to one that outlives the process, and"
                    + " quarkus.transaction-manager.node-name to a name of each instance's own", property);
        } else if (transactions.nodeName().equals(DEFAULT_NODE_NAME)) {
            LOG.warnf(
                    "%s=xa with quarkus.transaction-manager.node-name=%s, the default: the recovery of one instance rolls back"
                            + " what another one of that name has prepared, and can lose a task whose data is committed. Set it to a"
                            + " name of each instance's own, the same at each of its starts",
                    property, DEFAULT_NODE_NAME);
        }
    }
}
