package io.quarkiverse.localtask.runtime.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A connection whose prepared statements are looked at while they run. */
abstract class ObservedConnection {

    final Connection connection;

    ObservedConnection(Connection connection) {
        this.connection = connection;
    }

    /** A statement that is about to run. */
    interface Execution {

        String sql();

        /** Gives another statement with as many parameters the same values. */
        void bind(PreparedStatement other) throws SQLException;

        /** @return what the statement returned */
        Object run() throws SQLException;
    }

    /** @return the result of {@link Execution#run} */
    abstract Object execute(Execution execution) throws SQLException;

    Connection asConnection() {
        return proxy(Connection.class, (method, args) -> method.getName().equals("prepareStatement")
                ? observed((String) args[0], (PreparedStatement) invoke(connection, method, args))
                : invoke(connection, method, args));
    }

    private PreparedStatement observed(String sql, PreparedStatement statement) {
        List<Setter> setters = new ArrayList<>();
        return proxy(PreparedStatement.class, (method, args) -> {
            if (method.getName().startsWith("execute")) {
                return execute(new Run(sql, setters, () -> invoke(statement, method, args)));
            }
            if (method.getName().startsWith("set")) {
                setters.add(new Setter(method, args));
            }
            return invoke(statement, method, args);
        });
    }

    private record Run(String sql, List<Setter> setters, Result result) implements Execution {

        @Override
        public void bind(PreparedStatement other) throws SQLException {
            for (Setter setter : setters) {
                invoke(other, setter.method(), setter.args());
            }
        }

        @Override
        public Object run() throws SQLException {
            return result.get();
        }
    }

    private record Setter(Method method, Object[] args) {
    }

    private interface Result {
        Object get() throws SQLException;
    }

    private interface Call {
        Object run(Method method, Object[] args) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (proxy, method, args) -> call.run(method, args)));
    }

    private static Object invoke(Object target, Method method, Object[] args) throws SQLException {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
