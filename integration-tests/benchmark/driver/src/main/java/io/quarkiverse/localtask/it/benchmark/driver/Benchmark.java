package io.quarkiverse.localtask.it.benchmark.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Drain;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Paced;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Sizes;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Steady;

/** Measures all contenders beside each other. See {@code run.sh} for its options. */
public final class Benchmark {

    private final Options options;
    private final Sizes sizes;
    private final Stage stage;
    private final Figures figures = new Figures();

    private Benchmark(Options options, Stage stage) {
        this.options = options;
        this.stage = stage;
        sizes = options.sizes();
    }

    public static void main(String[] arguments) {
        Options options = Options.of(arguments);
        try (Stage stage = new Stage(options.benchmark(), options.results())) {
            new Benchmark(options, stage).run();
        }
    }

    private void run() {
        List<Kind> kinds = new ArrayList<>(options.contenders());
        for (int round = 1; round <= options.rounds(); round++) {
            for (Kind kind : kinds) {
                say("Round " + round + " of " + options.rounds() + ": " + kind.label());
                play(kind);
            }
            Collections.reverse(kinds);
        }
        figures.all().forEach((key, values) -> System.out.printf("%-20s %-20s %-28s %s%n", key.workload(), key.contender(),
                key.figure(), values.stream().map("%.2f"::formatted).toList()));
    }

    private void play(Kind kind) {
        try (Contestant contestant = stage.start(kind, options.properties())) {
            warmUp(contestant);
            if (options.plays(Steady.NAME)) {
                rest(contestant);
                Steady.run(contestant, Steady.NAME, sizes.steady(), figures);
            }
            if (kind.delivers() && options.plays(Paced.NAME)) {
                rest(contestant);
                Paced.run(contestant, sizes.paced(), sizes.pace(), figures);
            }
            if (kind.delivers() && options.plays(Drain.NAME)) {
                rest(contestant);
                Drain.run(contestant, Drain.NAME, sizes.drain(), "", sizes.patienceSeconds(), figures);
            }
        }
        if (kind.delivers() && options.plays(Drain.SLOW)) {
            playSlow(kind);
        }
    }

    /** In a process of its own: peers get as many threads for it as serve them best. */
    private void playSlow(Kind kind) {
        Map<String, String> properties = new HashMap<>(Map.of("bench.threads", "128"));
        properties.putAll(options.properties());
        try (Contestant contestant = stage.start(kind, properties)) {
            warmUp(contestant);
            rest(contestant);
            Drain.run(contestant, Drain.SLOW, sizes.slow(), "&delay=50", sizes.patienceSeconds(), figures);
        }
    }

    private void warmUp(Contestant contestant) {
        Figures unused = new Figures();
        contestant.deliver();
        for (int i = 0; i < 2; i++) {
            Steady.run(contestant, Steady.NAME, sizes.warmUp(), unused);
            if (contestant.kind().delivers()) {
                Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused);
            }
        }
    }

    /** What one workload leaves behind must not burden the next. */
    private void rest(Contestant contestant) {
        contestant.database().execute("VACUUM ANALYZE");
        stage.postgres().checkpoint();
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
