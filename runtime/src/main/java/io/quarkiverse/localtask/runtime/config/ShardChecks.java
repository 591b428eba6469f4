package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.ShardConfig;

/** Makes shards of their two halves: house numbers are fixed at build, the schedule is the operator's. */
final class ShardChecks {

    /** Below that, looks at an empty table would be all that is done. */
    private static final Duration MIN_DELAY = Duration.ofMillis(10);

    private final LocalTaskRuntimeConfig run;
    private final Problems problems;
    private final Bounds bounds;
    private final CronSyntax cronSyntax;

    ShardChecks(LocalTaskRuntimeConfig run, CronSyntax cronSyntax, Problems problems) {
        this.run = run;
        this.cronSyntax = cronSyntax;
        this.problems = problems;
        this.bounds = new Bounds(problems);
    }

    List<Shard> all(ShardLayout layout, int houses) {
        checkKnown(layout.houses().keySet());
        List<Shard> shards = new ArrayList<>();
        layout.houses().forEach((name, numbers) -> shards.add(shard(name, numbers, layout.implicit(), houses)));
        List<String> disabled = shards.stream().filter(shard -> !shard.enabled()).map(Shard::name).toList();
        if (run.compensation().enabled() && !disabled.isEmpty()) {
            problems.warn("This instance does not run the shards " + Names.list(disabled)
                    + " (enabled=false): their house numbers are scanned by other instances, or by nobody");
        }
        return List.copyOf(shards);
    }

    private void checkKnown(Set<String> declared) {
        Set<String> unknown = new TreeSet<>(run.shards().keySet());
        unknown.removeAll(declared);
        unknown.forEach(name -> problems.add(PropertyNames.SHARDS + PropertyNames.quoted(name)
                + ": no such shard is declared, and house numbers are fixed at build; declared are " + Names.list(declared)
                + "; correct the name, or set " + PropertyNames.ofShard(name, "house-numbers") + " and build again"));
    }

    private Shard shard(String name, BitSet numbers, boolean implicit, int houses) {
        int[] ascending = numbers.stream().toArray();
        boolean ownsStrays = numbers.get(houses - 1);
        ShardConfig config = run.shards().get(name);
        Optional<String> cron = config.cron().map(String::strip);
        Optional<Duration> delay = config.fixedDelay();
        if (implicit && cron.isEmpty() && delay.isEmpty()) {
            delay = Optional.of(Shard.DEFAULT_FIXED_DELAY);
        }
        checkSchedule(name, cron, delay);
        bounds.range(PropertyNames.ofShard(name, "limit"), config.limit(), 1, 10_000);
        return new Shard(name, ascending, ownsStrays, cron, delay, config.limit(), config.enabled());
    }

    private void checkSchedule(String name, Optional<String> cron, Optional<Duration> delay) {
        String cronProperty = PropertyNames.ofShard(name, "cron");
        String delayProperty = PropertyNames.ofShard(name, "fixed-delay");
        if (cron.isPresent() && delay.isPresent()) {
            problems.add(cronProperty + "=" + cron.get() + " and " + delayProperty + "=" + delay.get()
                    + ": a shard has one schedule; remove one of the two (an empty value unsets it)");
        } else if (cron.isEmpty() && delay.isEmpty()) {
            problems.add(cronProperty + " and " + delayProperty + " are not set: a shard needs a schedule; set one of the two,"
                    + " for example " + delayProperty + "=5s");
        }
        cron.flatMap(cronSyntax::fault).ifPresent(fault -> problems.add(cronProperty, cron.get(), fault,
                "correct it, or change quarkus.scheduler.cron-type"));
        delay.ifPresent(value -> bounds.atLeast(delayProperty, value, MIN_DELAY));
    }
}
