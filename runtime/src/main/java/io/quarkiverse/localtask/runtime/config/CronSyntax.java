package io.quarkiverse.localtask.runtime.config;

import java.util.Optional;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;

/** Cron expressions as the scheduler understands them ({@code quarkus.scheduler.cron-type}). */
public final class CronSyntax {

    private final CronType type;
    private final CronParser parser;

    /** @param type the scheduler's */
    public CronSyntax(CronType type) {
        this.type = type;
        this.parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(type));
    }

    /**
     * @param expression what the user wrote
     * @return the parsed expression
     * @throws IllegalArgumentException when it is not one of the type
     */
    public Cron parse(String expression) {
        return parser.parse(expression).validate();
    }

    /** @return why the expression is wrong, or empty */
    Optional<String> fault(String expression) {
        try {
            parse(expression);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("not a cron expression of the type " + type + " (" + e.getMessage() + ")");
        }
    }
}
