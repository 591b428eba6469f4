package io.quarkiverse.localtask.it.faults.stage;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many lines an application has written, stack traces included.
 *
 * @param ours those of the extension's loggers
 * @param others everybody else's: of the business, of Agroal, of the transaction manager
 */
public record LogLines(int ours, int others) {

    /* 2026-01-31 23:59:59,999 WARN [io.quarkiverse.localtask.runtime.compensation.Worker] (thread) text */
    private static final Pattern RECORD = Pattern.compile("^\\d{4}-\\d\\d-\\d\\d \\S+ +[A-Z]+ +\\[([^\\]]+)\\] ");
    private static final String OURS = "io.quarkiverse.localtask.runtime.";

    static LogLines of(String log) {
        int ours = 0;
        int others = 0;
        boolean our = false;
        for (String line : log.lines().toList()) {
            Matcher matcher = RECORD.matcher(line);
            if (matcher.find()) {
                our = matcher.group(1).startsWith(OURS);
            }
            if (our) {
                ours++;
            } else {
                others++;
            }
        }
        return new LogLines(ours, others);
    }
}
