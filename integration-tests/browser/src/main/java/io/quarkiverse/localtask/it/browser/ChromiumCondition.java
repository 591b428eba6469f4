package io.quarkiverse.localtask.it.browser;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, or fails, when there is no Chromium; see {@link NeedsChromium}. */
final class ChromiumCondition implements ExecutionCondition {

    static final String REQUIRE_SERVERS = "local-task.tests.require-servers";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (Browser.CHROMIUM.isPresent() && Browser.CHROMEDRIVER.isPresent()) {
            return ConditionEvaluationResult.enabled("Chromium is installed");
        }
        String reason = "Pages are not tested in a browser: chromium and chromedriver are not on the PATH"
                + " (Debian: apt-get install chromium chromium-driver)";
        if (Boolean.getBoolean(REQUIRE_SERVERS)) {
            throw new IllegalStateException(reason + ", and " + REQUIRE_SERVERS + "=true makes that an error");
        }
        System.err.println("SKIPPED " + context.getDisplayName() + ". " + reason);
        return ConditionEvaluationResult.disabled(reason);
    }
}
