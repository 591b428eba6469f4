package io.quarkiverse.localtask.it.support;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or fails, when there is no PgBouncer; see {@link NeedsPgBouncer}. */
final class PgBouncerCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (PgBouncerServer.isInstalled()) {
            return ConditionEvaluationResult.enabled("there is a PgBouncer");
        }
        if (Boolean.getBoolean(PostgresCondition.REQUIRE_SERVERS)) {
            throw new IllegalStateException(
                    "There is no PgBouncer here, and " + PostgresCondition.REQUIRE_SERVERS
                            + "=true makes that an error: install Debian's pgbouncer, or name its program by -D"
                            + PgBouncerServer.COMMAND_PROPERTY);
        }
        return ConditionEvaluationResult.disabled("there is no PgBouncer here");
    }
}
