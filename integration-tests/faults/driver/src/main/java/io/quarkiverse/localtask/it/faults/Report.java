package io.quarkiverse.localtask.it.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import io.quarkiverse.localtask.it.faults.stage.Verdict;

/** The results as Markdown, for people, and as JSON. */
final class Report {

    private final Options options;
    private final List<Result> results;
    private final int planned;

    Report(Options options, List<Result> results, int planned) {
        this.options = options;
        this.results = results;
        this.planned = planned;
    }

    void write(Path directory) throws IOException {
        Files.writeString(directory.resolve("report.md"), markdown());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seed", options.seed());
        json.put("java", System.getProperty("java.version"));
        json.put("processors", Runtime.getRuntime().availableProcessors());
        json.put("planned", planned);
        json.put("results", results);
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(directory.resolve("report.json").toFile(),
                json);
    }

    String summary() {
        long skipped = results.stream().filter(Result::isSkipped).count();
        long broken = results.stream().filter(result -> !result.passed()).count();
        long kept = results.stream().filter(result -> result.passed() && !result.isSkipped()).count();
        return "Scenarios: " + planned + " planned, " + (results.size() - skipped) + " played, " + kept + " kept all promises, "
                + broken + " did not" + (skipped == 0 ? "" : ", " + skipped + " SKIPPED") + "; seed " + options.seed() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, Java " + System.getProperty("java.version");
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# Faults\n\n").append(summary()).append("\n\n")
                .append("|Scenario|Fault|Kept|s|Committed|Tasks|Delivered|Lost|Sent for rolled back|Duplicates|Wrong body")
                .append("|Not final|Attempts, max|Last delivery, s|Measured|\n")
                .append("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
        results.forEach(result -> text.append(row(result)));
        return text.toString();
    }

    private static String row(Result result) {
        Verdict verdict = result.verdict();
        String ledgers = verdict == null ? "||||||||||"
                : verdict.committed() + "|" + verdict.tasks() + "|" + verdict.delivered() + "|" + verdict.lost() + "|"
                        + verdict.sentForRolledBack() + "|" + verdict.duplicates() + "|" + verdict.wrongBody() + "|"
                        + verdict.notFinal() + "|" + verdict.maxAttempts() + "|"
                        + "%.1f".formatted(verdict.lastDeliveryMillis() / 1000.0);
        return "|" + result.name() + "|" + result.fault() + "|"
                + kept(result) + "|" + result.seconds() + "|"
                + ledgers + "|" + result.measures() + "|\n";
    }

    private static String kept(Result result) {
        if (!result.passed()) {
            return "**no**: " + String.join("; ", result.broken());
        }
        return result.isSkipped() ? "**skipped**: " + result.skipped() : "yes";
    }
}
