package io.quarkiverse.localtask.runtime.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Collects what is wrong with the configuration, so that it is reported all at once. No line may hold a header's value or a
 * URL's user-info.
 */
public final class Problems {

    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /**
     * @param property the property's full name
     * @param value its value, shown as it is: nothing secret
     * @param rule what must hold
     * @param remedy what to do
     */
    public void add(String property, Object value, String rule, String remedy) {
        errors.add(property + "=" + value + ": " + rule + "; " + remedy);
    }

    /**
     * @param property the property's full name
     * @param rule what must hold
     * @param remedy what to do
     */
    public void missing(String property, String rule, String remedy) {
        errors.add(property + " is not set: " + rule + "; " + remedy);
    }

    /** @param line rule, culprit and remedy of something that names no single property */
    public void add(String line) {
        errors.add(line);
    }

    /** @param line what is suspicious but does not stop the start */
    public void warn(String line) {
        warnings.add(line);
    }

    /** @return the errors, one line each */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    /** @return the warnings, one line each */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** @return all errors as one, if there is any */
    public Optional<ConfigurationException> toException() {
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        String count = errors.size() == 1 ? "1 problem" : errors.size() + " problems";
        return Optional.of(new ConfigurationException(
                "The configuration of quarkus-local-task has " + count + ":\n  - " + String.join("\n  - ", errors)));
    }

    /** @throws ConfigurationException that names every error */
    public void throwIfAny() {
        toException().ifPresent(e -> {
            throw e;
        });
    }
}
