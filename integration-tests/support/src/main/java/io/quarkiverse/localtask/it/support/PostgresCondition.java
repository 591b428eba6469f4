package io.quarkiverse.localtask.it.support;

import java.io.IOException;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or fails, when there is no PostgreSQL; see {@link NeedsPostgres}. */
final class PostgresCondition implements ExecutionCondition {

    static final String REQUIRE_SERVERS = "local-task.tests.require-servers";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        try {
            PostgresServer.start();
            return ConditionEvaluationResult.enabled("PostgreSQL is running");
        } catch (IOException | RuntimeException e) {
            if (Boolean.getBoolean(REQUIRE_SERVERS)) {
                throw new IllegalStateException(
                        "PostgreSQL cannot be started here, and " + REQUIRE_SERVERS + "=true makes that an error", e);
            }
            return ConditionEvaluationResult.disabled("PostgreSQL cannot be started here: " + e);
        }
    }
}
