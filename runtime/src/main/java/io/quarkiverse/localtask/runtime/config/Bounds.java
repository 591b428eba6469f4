package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;

import io.quarkus.runtime.configuration.MemorySize;

/** Checks of single values. */
final class Bounds {

    /** Longer waits overflow a count of nanoseconds. */
    private static final Duration MAX = Duration.ofDays(36_500);

    private final Problems problems;

    Bounds(Problems problems) {
        this.problems = problems;
    }

    void range(String property, int value, int min, int max) {
        if (value < min || value > max) {
            problems.add(property, value, "must be from " + min + " to " + max, "choose a value in this range");
        }
    }

    void fraction(String property, double value) {
        if (!(value >= 0 && value <= 1)) {
            problems.add(property, value, "must be from 0 to 1", "choose a value in this range");
        }
    }

    void positive(String property, Duration value) {
        if (!isPositive(value)) {
            problems.add(property, value, "must be longer than zero", "set a duration such as 10s");
        } else {
            notTooLong(property, value);
        }
    }

    void notNegative(String property, Duration value) {
        if (value.isNegative()) {
            problems.add(property, value, "must not be negative", "set zero or a duration such as 7d");
        } else {
            notTooLong(property, value);
        }
    }

    void atLeast(String property, Duration value, Duration min) {
        if (value.compareTo(min) < 0) {
            problems.add(property, value, "must be at least " + min, "set a longer duration");
        } else {
            notTooLong(property, value);
        }
    }

    void positive(String property, MemorySize value) {
        if (value.asLongValue() < 1) {
            problems.add(property, value.asLongValue(), "must be larger than zero", "set a size such as 1M");
        } else if (value.asLongValue() > Integer.MAX_VALUE) {
            problems.add(property, value.asLongValue(), "must be smaller than 2 GiB", "set a size such as 1M");
        }
    }

    static boolean isPositive(Duration value) {
        return !value.isNegative() && !value.isZero();
    }

    private void notTooLong(String property, Duration value) {
        if (value.compareTo(MAX) > 0) {
            problems.add(property, value, "must be at most " + MAX.toDays() + " days", "set a shorter duration");
        }
    }
}
