package io.quarkiverse.localtask.runtime.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A connection to PostgreSQL that collects the plans of what is run through it: one with the actual parameters, from a run that
 * is
 * rolled back, and one that holds for any parameters, as a statement gets it that is prepared for good.
 */
final class ExplainedConnection {

    private final Connection connection;
    private final Connection simpleProtocol;
    private final List<String> plans = new ArrayList<>();

    /** @param simpleProtocol one with {@code preferQueryMode=simple}, which lets statements keep parameters without a value */
    ExplainedConnection(Connection connection, Connection simpleProtocol) {
        this.connection = connection;
        this.simpleProtocol = simpleProtocol;
    }

    /** @return the plans collected since the last call */
    List<String> plans() {
        List<String> collected = List.copyOf(plans);
        plans.clear();
        return collected;
    }

    Connection asConnection() {
        return proxy(Connection.class, (method, args) -> method.getName().equals("prepareStatement")
                ? explained((String) args[0])
                : invoke(connection, method, args));
    }

    private PreparedStatement explained(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        List<Setter> setters = new ArrayList<>();
        return proxy(PreparedStatement.class, (method, args) -> {
            if (method.getName().startsWith("set")) {
                setters.add(new Setter(method, args));
            } else if (method.getName().startsWith("execute")) {
                connection.setAutoCommit(false);
                explain("EXPLAIN (ANALYZE, BUFFERS) " + sql, setters);
                connection.rollback();
                connection.setAutoCommit(true);
                try (Statement generic = simpleProtocol.createStatement()) {
                    collect(generic.executeQuery("EXPLAIN (GENERIC_PLAN) " + numbered(sql)));
                }
            }
            return invoke(statement, method, args);
        });
    }

    private void explain(String sql, List<Setter> setters) throws SQLException {
        try (PreparedStatement explain = connection.prepareStatement(sql)) {
            for (Setter setter : setters) {
                invoke(explain, setter.method(), setter.args());
            }
            collect(explain.executeQuery());
        }
    }

    private void collect(ResultSet lines) throws SQLException {
        StringBuilder plan = new StringBuilder();
        while (lines.next()) {
            plan.append(lines.getString(1)).append('\n');
        }
        plans.add(plan.toString());
    }

    /* Without values the planner cannot look at any. */
    private static String numbered(String sql) {
        int[] parameter = { 0 };
        return Pattern.compile("\\?").matcher(sql).replaceAll(match -> "\\$" + ++parameter[0]);
    }

    private record Setter(Method method, Object[] args) {
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
