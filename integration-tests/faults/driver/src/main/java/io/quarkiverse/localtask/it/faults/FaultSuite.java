package io.quarkiverse.localtask.it.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.faults.scenario.Scenarios;
import io.quarkiverse.localtask.it.faults.stage.ScenarioSkipped;
import io.quarkiverse.localtask.it.faults.stage.Servers;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.faults.stage.Verdict;

/** Plays scenarios one after the other and reports. Exit code 0: every promise was kept; 1: not; 2: wrong use. */
public final class FaultSuite {

    /** Says that a directory is one of results. */
    private static final String MARK = ".faults";

    private final Options options;

    private FaultSuite(Options options) {
        this.options = options;
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(exitCode(arguments));
    }

    private static int exitCode(String[] arguments) throws IOException {
        try {
            return new FaultSuite(Options.of(arguments)).run() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        }
    }

    private boolean run() throws IOException {
        List<Scenario> scenarios = chosen();
        if (options.list()) {
            scenarios.forEach(scenario -> System.out.printf("%-40s %s%n", scenario.name(), scenario.fault()));
            return true;
        }
        emptyResults();
        List<Result> results = new ArrayList<>();
        try (Servers servers = new Servers(options.applications(), options.results())) {
            for (Scenario scenario : scenarios) {
                results.add(play(servers, scenario));
                // also after each one: a run that is broken off has its report
                new Report(options, results, scenarios.size()).write(options.results());
            }
        }
        Report report = new Report(options, results, scenarios.size());
        System.out.println(report.summary());
        return results.stream().allMatch(Result::passed);
    }

    private List<Scenario> chosen() {
        if (!options.night().isZero()) {
            return List.of(Scenarios.night(options.night()));
        }
        List<Scenario> all = Scenarios.all();
        options.only().stream().filter(name -> all.stream().noneMatch(scenario -> scenario.name().equals(name))).findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("There is no scenario " + name + ": --list names them all");
                });
        return all.stream()
                .filter(scenario -> options.only().isEmpty() ? !options.inShort() || scenario.inShort()
                        : options.only().contains(scenario.name()))
                .toList();
    }

    /** Of an earlier run; a directory that holds anything else is not ours to empty. */
    private void emptyResults() throws IOException {
        Path directory = options.results();
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
                if (deepestFirst.size() > 1 && !Files.exists(directory.resolve(MARK))) {
                    throw new IllegalArgumentException(directory + " holds files that are no results of an earlier run:"
                            + " give another directory, or empty it");
                }
                deepestFirst.forEach(file -> file.toFile().delete());
            }
        }
        Files.createDirectories(directory);
        Files.createFile(directory.resolve(MARK));
    }

    private Result play(Servers servers, Scenario scenario) {
        System.out.printf("%-40s ", scenario.name());
        System.out.flush();
        long start = System.nanoTime();
        Result result = result(servers, scenario, start);
        Verdict verdict = result.verdict();
        System.out.printf("%-7s %4d s  %s %s%n", result.word(), result.seconds(),
                verdict == null ? ""
                        : "committed %d, tasks %d, delivered %d, lost %d, duplicates %d, attempts %d".formatted(
                                verdict.committed(), verdict.tasks(), verdict.delivered(), verdict.lost(), verdict.duplicates(),
                                verdict.maxAttempts()),
                result.measures().isEmpty() ? "" : result.measures());
        result.broken().forEach(broken -> System.out.println("    " + broken));
        if (result.isSkipped()) {
            System.out.println("    skipped: " + result.skipped());
        }
        return result;
    }

    private Result result(Servers servers, Scenario scenario, long start) {
        List<String> broken = new ArrayList<>();
        Verdict verdict = null;
        Map<String, Object> measures = Map.of();
        String skipped = null;
        try (Stage stage = new Stage(servers, scenario.name(), options.seed(), scenario.onMariaDb())) {
            measures = stage.measures();
            try {
                scenario.play().on(stage);
                stage.settle();
                verdict = stage.verdict();
                broken.addAll(verdict.violations());
            } finally {
                broken.addAll(stage.broken());
            }
        } catch (ScenarioSkipped e) {
            skipped = e.getMessage();
            if (options.require()) {
                broken.add("skipped in spite of --require: " + skipped);
            }
        } catch (Exception e) {
            broken.add("broke off: " + e);
            e.printStackTrace();
        }
        return new Result(scenario.name(), scenario.fault(), (System.nanoTime() - start) / 1_000_000_000, verdict, measures,
                broken, skipped);
    }
}
