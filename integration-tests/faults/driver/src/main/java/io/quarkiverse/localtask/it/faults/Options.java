package io.quarkiverse.localtask.it.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The command line; {@code run.sh} says what the options mean. */
record Options(Path applications, Path results, boolean inShort, boolean list, boolean require, Duration night, long seed,
        List<String> only) {

    private static final long FIXED_SEED = 42;

    static Options of(String[] arguments) {
        Options options = new Options(Path.of("."), Path.of("."), false, false, false, Duration.ZERO, FIXED_SEED, List.of());
        for (String argument : arguments) {
            options = options.with(argument);
        }
        return options;
    }

    private Options with(String argument) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        String value = argument.substring(equals + 1);
        try {
            return switch (name) {
                case "--applications" ->
                    new Options(Path.of(value).toAbsolutePath(), results, inShort, list, require, night, seed, only);
                case "--results" ->
                    new Options(applications, Path.of(value).toAbsolutePath(), inShort, list, require, night, seed, only);
                case "--short" -> new Options(applications, results, true, list, require, night, seed, only);
                case "--list" -> new Options(applications, results, inShort, true, require, night, seed, only);
                case "--require" -> new Options(applications, results, inShort, list, true, night, seed, only);
                case "--minutes" ->
                    new Options(applications, results, inShort, list, require, Duration.ofMinutes(Long.parseLong(value)), seed,
                            only);
                case "--seed" -> new Options(applications, results, inShort, list, require, night, Long.parseLong(value), only);
                case "--only" ->
                    new Options(applications, results, inShort, list, require, night, seed, List.of(value.split(",")));
                default -> throw new IllegalArgumentException("There is no option " + argument
                        + ": use --short, --minutes=N, --seed=N, --only=a,b, --require, --list, --built");
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a number: " + argument, e);
        }
    }
}
