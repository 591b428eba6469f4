package io.quarkiverse.localtask.it.benchmark.peers;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;

import javax.sql.DataSource;

/** Hands out the connection of the transaction that the thread is in, and leaves it open. */
final class CallerDataSource {

    private final ThreadLocal<Connection> current = new ThreadLocal<>();

    /** Runs work that asks {@link #dataSource()} for its connection. */
    void with(Connection connection, Runnable work) {
        current.set(leftOpen(connection));
        try {
            work.run();
        } finally {
            current.remove();
        }
    }

    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { DataSource.class },
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConnection") || current.get() == null) {
                        throw new UnsupportedOperationException(method + " outside of a transaction");
                    }
                    return current.get();
                });
    }

    private static Connection leftOpen(Connection connection) {
        return (Connection) Proxy.newProxyInstance(CallerDataSource.class.getClassLoader(), new Class<?>[] { Connection.class },
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
