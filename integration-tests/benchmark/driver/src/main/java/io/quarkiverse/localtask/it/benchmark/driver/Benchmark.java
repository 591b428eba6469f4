package io.quarkiverse.localtask.it.benchmark.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.report.Report;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;
import io.quarkiverse.localtask.it.benchmark.driver.workload.BigTable;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Brokers;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Drain;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Idle;
import io.quarkiverse.localtask.it.benchmark.driver.workload.InTurns;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Observed;
import io.quarkiverse.localtask.it.benchmark.driver.workload.OnMariaDb;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Overload;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Paced;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Scale;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Sizes;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Steady;
import io.quarkiverse.localtask.it.benchmark.driver.workload.TenDestinations;
import io.quarkiverse.localtask.it.benchmark.driver.workload.WarmUp;

/** Measures all contenders beside each other. See {@code run.sh} for its options. */
public final class Benchmark {

    private final Options options;
    private final Sizes sizes;
    private final Stage stage;
    private final Figures figures = new Figures();
    private final List<String> failed = new ArrayList<>();
    private final long start = System.nanoTime();

    private Benchmark(Options options, Stage stage) {
        this.options = options;
        this.stage = stage;
        sizes = options.sizes();
    }

    public static void main(String[] arguments) {
        Options options = Options.of(arguments);
        boolean good;
        try (Stage stage = new Stage(options.benchmark(), options.results())) {
            good = new Benchmark(options, stage).run();
        }
        System.exit(good || !options.check() ? 0 : 1);
    }

    private boolean run() {
        for (int round = 1; round <= options.rounds(); round++) {
            List<Kind> kinds = new ArrayList<>(options.contenders());
            if (round % 2 == 0) {
                Collections.reverse(kinds);
            }
            for (Kind kind : options.playsRounds() ? kinds : List.<Kind> of()) {
                String what = "Round " + round + " of " + options.rounds() + ": " + kind.label();
                perform(what, () -> play(kind));
            }
        }
        Map<String, String> properties = options.properties();
        playAlone(InTurns.STEADY, () -> InTurns.run(stage, sizes, properties, figures));
        playAlone(TenDestinations.NAME, () -> TenDestinations.run(stage, sizes, properties, figures));
        playAlone(Overload.NAME, () -> Overload.run(stage, sizes, properties, figures));
        playAlone(Brokers.NAME, () -> Brokers.run(stage, sizes, properties, figures));
        playAlone(Scale.NAME, () -> Scale.run(stage, sizes, properties, figures));
        playAlone(Observed.NAME, () -> Observed.run(stage, sizes, properties, options.rounds(), figures));
        playAlone(OnMariaDb.NAME, () -> OnMariaDb.run(stage, sizes, properties, options.rounds(), figures));
        playAlone(Idle.NAME, () -> Idle.run(stage, properties, figures));
        playAlone(BigTable.SNAPSHOT, () -> BigTable.runWithHeldSnapshot(stage, sizes, properties, figures));
        playAlone(BigTable.NAME, () -> BigTable.run(stage, sizes, properties, figures));
        Report report = new Report(circumstances(), figures);
        say(report.asciidoc());
        failed.forEach(what -> say("FAILED: " + what));
        return report.isGood() && failed.isEmpty();
    }

    /** What only the extension itself is measured in, or it and one other. */
    private void playAlone(String workload, Runnable play) {
        if (options.plays(workload)) {
            perform(workload, play);
        }
    }

    /** What fails costs its own figures only, and the run its good end. */
    private void perform(String what, Runnable play) {
        say(what);
        try {
            play.run();
        } catch (RuntimeException e) {
            failed.add(what);
            e.printStackTrace();
        }
        new Report(circumstances(), figures).write(options.results());
    }

    private Map<String, String> circumstances() {
        Map<String, String> circumstances = new LinkedHashMap<>();
        circumstances.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        circumstances.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        circumstances.put("postgresql", stage.postgres().version());
        circumstances.put("rounds", Integer.toString(options.rounds()));
        circumstances.put("sizes", sizes.toString());
        if (!options.properties().isEmpty()) {
            circumstances.put("properties", options.properties().toString());
        }
        return circumstances;
    }

    private void play(Kind kind) {
        if (options.playsFast()) {
            playFast(kind);
        }
        if (kind.delivers() && options.plays(Drain.SLOW)) {
            playSlow(kind);
        }
    }

    private void playFast(Kind kind) {
        try (Contestant contestant = stage.start(kind, options.properties())) {
            WarmUp.run(contestant, sizes);
            if (options.plays(Steady.NAME)) {
                stage.rest(contestant);
                Steady.run(contestant, Steady.NAME, sizes.steady(), figures);
            }
            if (kind.delivers() && options.plays(Paced.NAME)) {
                stage.rest(contestant);
                Paced.run(contestant, sizes.paced(), sizes.pace(), figures);
            }
            if (kind.delivers() && options.plays(Drain.NAME)) {
                stage.rest(contestant);
                Drain.run(contestant, Drain.NAME, sizes.drain(), "", sizes.patienceSeconds(), figures);
            }
        }
    }

    /** In a process of its own: peers get as many threads for it as serve them best. */
    private void playSlow(Kind kind) {
        Map<String, String> properties = new HashMap<>(Map.of("bench.threads", "128"));
        properties.putAll(options.properties());
        try (Contestant contestant = stage.start(kind, properties)) {
            WarmUp.drains(contestant, sizes);
            stage.rest(contestant);
            Drain.run(contestant, Drain.SLOW, sizes.slow(), "&delay=50", sizes.patienceSeconds(), figures);
        }
    }

    private void say(String line) {
        System.out.printf("%5d s  %s%n", (System.nanoTime() - start) / 1_000_000_000, line);
    }
}
