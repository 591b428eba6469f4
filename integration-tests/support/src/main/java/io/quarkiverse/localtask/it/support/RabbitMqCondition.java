package io.quarkiverse.localtask.it.support;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or fails, when there is no RabbitMQ; see {@link NeedsRabbitMq}. */
final class RabbitMqCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (RabbitMqServer.isInstalled()) {
            return ConditionEvaluationResult.enabled("there is a RabbitMQ");
        }
        if (Boolean.getBoolean(PostgresCondition.REQUIRE_SERVERS)) {
            throw new IllegalStateException(
                    "There is no RabbitMQ here, and " + PostgresCondition.REQUIRE_SERVERS + "=true makes that an error");
        }
        return ConditionEvaluationResult.disabled("there is no RabbitMQ here");
    }
}
