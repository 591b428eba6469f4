package io.quarkiverse.localtask.it.benchmark.driver.report;

import static io.quarkiverse.localtask.it.benchmark.driver.stage.Kind.FAIR_FLOOR_DELETE;
import static io.quarkiverse.localtask.it.benchmark.driver.stage.Kind.FAIR_FLOOR_MARK;
import static io.quarkiverse.localtask.it.benchmark.driver.stage.Kind.OURS_DELETE;
import static io.quarkiverse.localtask.it.benchmark.driver.stage.Kind.OURS_MARK;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.workload.BigTable;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Brokers;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Drain;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Idle;
import io.quarkiverse.localtask.it.benchmark.driver.workload.InTurns;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Observed;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Overload;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Paced;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Scale;
import io.quarkiverse.localtask.it.benchmark.driver.workload.Steady;
import io.quarkiverse.localtask.it.benchmark.driver.workload.TenDestinations;

/** Everything that must be reached, most of it as a ratio within the same run. */
final class Targets {

    private static final String DELIVERED = "delivered_per_s";
    private static final String BUSINESS_RATE = "business_tx_per_s";
    private static final String CPU = "cpu_us_per_task";

    private final Figures figures;
    private final List<Target> targets = new ArrayList<>();

    private Targets(Figures figures) {
        this.figures = figures;
    }

    static List<Target> of(Figures figures) {
        Targets targets = new Targets(figures);
        targets.steady();
        targets.drain();
        targets.others();
        return targets.targets;
    }

    private void steady() {
        atLeast("steady_mark_to_fair_floor", toFloor(OURS_MARK, FAIR_FLOOR_MARK, DELIVERED), 0.9);
        atLeast("steady_delete_to_fair_floor", toFloor(OURS_DELETE, FAIR_FLOOR_DELETE, DELIVERED), 0.9);
        atLeast("steady_mark_to_best_peer", toBestPeer(Steady.NAME, OURS_MARK), 1.5);
        atLeast("steady_delete_to_best_peer", toBestPeer(Steady.NAME, OURS_DELETE), 1.7);
        atLeast("business_share_to_fair_floors_share", toFloor(OURS_MARK, FAIR_FLOOR_MARK, BUSINESS_RATE), 0.9);
        atMost("statements_per_task", figures.median(Steady.NAME, OURS_MARK, "statements_per_task"), 2.05);
        atMost("wal_mark_to_fair_floor", toFloor(OURS_MARK, FAIR_FLOOR_MARK, "wal_bytes_per_task"), 1.05);
        atMost("wal_delete_to_fair_floor", toFloor(OURS_DELETE, FAIR_FLOOR_DELETE, "wal_bytes_per_task"), 1.05);
        atMost("cpu_to_fair_floor", cpuToFloor(), 1.15);
        atMost("paced_commit_to_receipt_p50_ms", figures.median(Paced.NAME, OURS_MARK, "commit_to_receipt_p50_ms"), 1);
        atMost("paced_commit_to_receipt_p99_ms", figures.median(Paced.NAME, OURS_MARK, "commit_to_receipt_p99_ms"), 8);
        atMost("steady_duplicates", figures.median(Steady.NAME, OURS_MARK, "duplicates"), 0);
    }

    private void drain() {
        atLeast("drain_to_best_peer", toBestPeer(Drain.NAME, OURS_MARK), 4);
        atLeast("drain_to_fair_floor", or(ratio(InTurns.DRAIN, OURS_MARK, FAIR_FLOOR_MARK, DELIVERED),
                ratio(Drain.NAME, OURS_MARK, FAIR_FLOOR_MARK, DELIVERED)), 0.5);
        atLeast("slow_destination_to_best_peer", toBestPeer(Drain.SLOW, OURS_MARK), 4);
        atMost("drain_duplicates", figures.median(Drain.NAME, OURS_MARK, "duplicates"), 0);
        atLeast("one_silent_destination_of_ten_to_none", over(
                figures.median(TenDestinations.NAME, OURS_MARK, "delivered_per_s_with_one_silent"),
                figures.median(TenDestinations.NAME, OURS_MARK, DELIVERED)), 0.9);
    }

    private void others() {
        atMost("big_table_look_up_of_500_ms", figures.median(BigTable.NAME, OURS_MARK, "look_up_of_500_ms"), 3);
        atMost("big_table_claim_to_small_table", over(figures.median(BigTable.NAME, OURS_MARK, "claim_of_500_ms"),
                figures.median(BigTable.NAME, OURS_MARK, "claim_of_500_ms_on_a_small_table")), 1.2);
        atMost("big_table_age_of_the_oldest_ms", figures.median(BigTable.NAME, OURS_MARK, "age_of_the_oldest_ms"), 2);
        atLeast("held_snapshot_to_none",
                over(figures.median(BigTable.SNAPSHOT, OURS_MARK, "steady_delivered_per_s_while_it_is_held"),
                        figures.median(BigTable.SNAPSHOT, OURS_MARK, "steady_delivered_per_s_before")),
                0.8);
        atLeast("overload_share_of_cap", figures.median(Overload.NAME, OURS_MARK, "share_of_cap"), 0.95);
        atLeast("overload_share_of_cap_in_the_worst_5_s",
                figures.median(Overload.NAME, OURS_MARK, "share_of_cap_in_the_worst_5_s"), 0.95);
        atMost("overload_business_p99_to_none", over(
                figures.median(Overload.NAME, OURS_MARK, "business_p99_with_backlog_ms"),
                figures.median(Overload.NAME, OURS_MARK, "business_p99_without_backlog_ms")), 1.2);
        atMost("idle_database_cpu_percent_of_a_core",
                figures.median(Idle.NAME, OURS_MARK, "database_cpu_percent_of_a_core"), 2);
        atLeast("observed_to_not_observed", ratio(Observed.NAME, Kind.OURS_OBSERVED, OURS_MARK, DELIVERED), 0.9);
        atLeast("broker_to_bare_client", over(figures.median(Brokers.NAME, Kind.OURS_TO_BROKER, DELIVERED),
                figures.median(Brokers.NAME, Brokers.BARE_CLIENT, DELIVERED)), 0.7);
        atLeast("four_instances_to_one", over(figures.median(Scale.NAME, "ours-mark-4-instances", DELIVERED),
                figures.median(Scale.NAME, "ours-mark-1-instances", DELIVERED)), 1);
        atMost("four_instances_attempted_twice", figures.median(Scale.NAME, "ours-mark-4-instances", "attempted_twice"), 0);
    }

    private void atLeast(String name, OptionalDouble value, double bound) {
        targets.add(new Target(name, value, bound, true));
    }

    private void atMost(String name, OptionalDouble value, double bound) {
        targets.add(new Target(name, value, bound, false));
    }

    private OptionalDouble ratio(String workload, Kind one, Kind other, String figure) {
        return over(figures.median(workload, one, figure), figures.median(workload, other, figure));
    }

    private OptionalDouble toBestPeer(String workload, Kind ours) {
        OptionalDouble best = Kind.PEERS.stream().map(peer -> figures.median(workload, peer, DELIVERED))
                .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).max();
        return over(figures.median(workload, ours, DELIVERED), best);
    }

    /** From turns, where there are any: they are minutes nearer to each other than the rounds. */
    private OptionalDouble toFloor(Kind ours, Kind floor, String figure) {
        return or(ratio(InTurns.STEADY, ours, floor, figure), ratio(Steady.NAME, ours, floor, figure));
    }

    private OptionalDouble cpuToFloor() {
        return or(over(cpu(InTurns.STEADY, OURS_MARK), cpu(InTurns.STEADY, FAIR_FLOOR_MARK)),
                over(cpu(Steady.NAME, OURS_MARK), cpu(Steady.NAME, FAIR_FLOOR_MARK)));
    }

    private OptionalDouble cpu(String workload, Kind kind) {
        OptionalDouble application = figures.median(workload, kind, "application_" + CPU);
        OptionalDouble database = figures.median(workload, kind, "database_" + CPU);
        return application.isEmpty() || database.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(application.getAsDouble() + database.getAsDouble());
    }

    private static OptionalDouble or(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() ? one : other;
    }

    private static OptionalDouble over(OptionalDouble one, OptionalDouble other) {
        return one.isEmpty() || other.isEmpty() || other.getAsDouble() == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(one.getAsDouble() / other.getAsDouble());
    }
}
