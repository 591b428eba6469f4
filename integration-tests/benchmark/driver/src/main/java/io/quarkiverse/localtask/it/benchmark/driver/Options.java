package io.quarkiverse.localtask.it.benchmark.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Drain;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Paced;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Sizes;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Steady;

/** What the command line asks for. {@code run.sh} describes it. */
record Options(Path benchmark, Path results, boolean brief, boolean check, int rounds, Set<String> workloads,
        List<Kind> contenders, Map<String, String> properties) {

    static Options of(String[] arguments) {
        Path benchmark = Path.of("integration-tests/benchmark");
        Path results = benchmark.resolve("driver/target/benchmark");
        boolean brief = false;
        boolean check = false;
        int rounds = 0;
        Set<String> workloads = Set.of();
        List<Kind> contenders = List.of();
        Map<String, String> properties = new LinkedHashMap<>();
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            if (argument.equals("--short")) {
                brief = true;
            } else if (argument.equals("--check")) {
                check = true;
            } else if (argument.startsWith("--rounds=")) {
                rounds = Integer.parseInt(value);
            } else if (argument.startsWith("--only=")) {
                workloads = Set.of(value.split(","));
            } else if (argument.startsWith("--contenders=")) {
                contenders = Arrays.stream(value.split(",")).map(Options::kind).toList();
            } else if (argument.startsWith("--results=")) {
                results = Path.of(value);
            } else if (argument.startsWith("-D")) {
                properties.put(argument.substring(2, argument.indexOf('=')), value);
            } else {
                throw new IllegalArgumentException("Unknown option " + argument + ": see the head of run.sh");
            }
        }
        if (contenders.isEmpty()) {
            contenders = brief ? withTheBestPeer() : all();
        }
        return new Options(benchmark, results, brief, check, rounds > 0 ? rounds : brief ? 1 : 3, workloads, contenders,
                properties);
    }

    private static Kind kind(String label) {
        return Kind.valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static List<Kind> all() {
        return Arrays.stream(Kind.values()).filter(Kind::isCompared).toList();
    }

    /** The best peer, and of the floors the fair ones. */
    private static List<Kind> withTheBestPeer() {
        List<Kind> kinds = new ArrayList<>(all());
        kinds.removeAll(List.of(Kind.GRUELBOX, Kind.SEED, Kind.PLAIN_BUSINESS, Kind.BARE_FLOOR_MARK, Kind.BARE_FLOOR_DELETE));
        return kinds;
    }

    Sizes sizes() {
        return brief ? Sizes.SHORT : Sizes.FULL;
    }

    boolean plays(String workload) {
        return workloads.isEmpty() || workloads.contains(workload);
    }

    /** @return whether it plays what all contenders play in rounds, but for the slow destination */
    boolean playsFast() {
        return plays(Steady.NAME) || plays(Paced.NAME) || plays(Drain.NAME);
    }

    boolean playsRounds() {
        return playsFast() || plays(Drain.SLOW);
    }
}
