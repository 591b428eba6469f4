package io.quarkiverse.localtask.deployment;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.inject.spi.DeploymentException;

/** Collects what is wrong with annotated methods, so that one build shows all of it. */
final class TaskMethodViolations {

    private final Set<String> texts = new LinkedHashSet<>();

    /**
     * @param culprit {@code Class#method()}
     * @param ruleAndRemedy the rest of the sentence, in the form "rule: remedy"
     */
    void add(String culprit, String ruleAndRemedy) {
        texts.add("@LocalTaskMessage on " + culprit + " " + ruleAndRemedy);
    }

    Optional<DeploymentException> toException() {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        String title = texts.size() == 1 ? "1 annotated method cannot send its task:"
                : texts.size() + " violations keep annotated methods from sending their tasks:";
        return Optional.of(new DeploymentException(title + "\n\t- " + String.join("\n\t- ", texts)));
    }
}
