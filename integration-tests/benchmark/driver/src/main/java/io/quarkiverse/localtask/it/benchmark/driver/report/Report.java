package io.quarkiverse.localtask.it.benchmark.driver.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.Figures.Key;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Drain;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Steady;

/** The results as tables, as JSON and as a plot. */
public final class Report {

    private final Map<String, String> circumstances;
    private final Figures figures;
    private final List<Target> targets;

    /** @param circumstances what a reader must know about the run */
    public Report(Map<String, String> circumstances, Figures figures) {
        this.circumstances = circumstances;
        this.figures = figures;
        targets = Targets.of(figures);
    }

    /** @return whether no target is missed by more than noise explains */
    public boolean isGood() {
        return targets.stream().noneMatch(Target::isMissed);
    }

    public void write(Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("report.adoc"), asciidoc());
            Files.writeString(directory.resolve("report.json"), json());
            Files.writeString(directory.resolve("steady.svg"),
                    Plot.bars("Delivered per second, steady", rates(Steady.NAME)));
            Files.writeString(directory.resolve("drain.svg"),
                    Plot.bars("Delivered per second, draining a backlog", rates(Drain.NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Double> rates(String workload) {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            figures.median(workload, kind, "delivered_per_s").ifPresent(rate -> rates.put(kind.label(), rate));
        }
        return rates;
    }

    /** @return everything, as a part of an AsciiDoc page */
    public String asciidoc() {
        StringBuilder text = new StringBuilder();
        circumstances.forEach((name, value) -> text.append(name).append(":: ").append(value).append('\n'));
        appendTargets(text);
        Set<String> workloads = new LinkedHashSet<>();
        figures.all().keySet().forEach(key -> workloads.add(key.workload()));
        workloads.forEach(workload -> appendTable(text, workload));
        return text.toString();
    }

    private void appendTargets(StringBuilder text) {
        text.append("\n.Targets\n[cols=\"4,>1,>1,1\"]\n|===\n|Target |Reached |Must be |\n\n");
        for (Target target : targets) {
            text.append("|`").append(target.name()).append("` |")
                    .append(target.value().isPresent() ? number(target.value().getAsDouble()) : "").append(" |")
                    .append(target.atLeast() ? ">= " : "\\<= ").append(number(target.bound())).append(" |")
                    .append(target.verdict()).append('\n');
        }
        text.append("|===\n");
    }

    private void appendTable(StringBuilder text, String workload) {
        Set<String> contenders = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
        for (Key key : figures.all().keySet()) {
            if (key.workload().equals(workload)) {
                contenders.add(key.contender());
                names.add(key.figure());
            }
        }
        // a row for each contender: there are more of them than of figures
        text.append("\n.").append(workload).append("\n[cols=\"2").append(",>1".repeat(names.size())).append("\"]\n|===\n|");
        names.forEach(name -> text.append(" |").append(name.replace('_', ' ')));
        text.append("\n\n");
        for (String contender : contenders) {
            text.append("|`").append(contender).append('`');
            for (String name : names) {
                OptionalDouble median = figures.median(workload, contender, name);
                text.append(" |").append(median.isPresent() ? number(median.getAsDouble()) : "");
            }
            text.append('\n');
        }
        text.append("|===\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f" : "%.2f", value);
    }

    private String json() throws IOException {
        List<Map<String, Object>> measured = new ArrayList<>();
        figures.all().forEach((key, values) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("workload", key.workload());
            entry.put("contender", key.contender());
            entry.put("figure", key.figure());
            entry.put("median", figures.median(key.workload(), key.contender(), key.figure()).orElseThrow());
            entry.put("values", values);
            measured.add(entry);
        });
        List<Map<String, Object>> judged = new ArrayList<>();
        for (Target target : targets) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("target", target.name());
            entry.put(target.atLeast() ? "at_least" : "at_most", target.bound());
            entry.put("reached", target.value().isPresent() ? target.value().getAsDouble() : null);
            entry.put("verdict", target.verdict());
            judged.add(entry);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("circumstances", circumstances);
        all.put("figures", measured);
        all.put("targets", judged);
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
    }
}
