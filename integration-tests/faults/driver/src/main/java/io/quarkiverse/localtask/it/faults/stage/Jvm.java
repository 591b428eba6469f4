package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM of its own, whose output goes to a file, and which says on which port it listens. */
final class Jvm {

    private static final Duration START = Duration.ofSeconds(90);

    private final Process process;
    private final Path log;

    private Jvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param arguments of {@code java} */
    static Jvm start(Path log, List<String> arguments) {
        return start(log, arguments, List.of());
    }

    /** @param prefix a command that starts others, with its own arguments */
    static Jvm start(Path log, List<String> arguments, List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        try {
            return new Jvm(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int awaitPort(Pattern pattern) {
        return Await.value("start of a process, see " + log, START, () -> {
            Matcher matcher = pattern.matcher(log());
            if (matcher.find()) {
                return Integer.valueOf(matcher.group(1));
            }
            if (!process.isAlive()) {
                throw new IllegalStateException("Ended at its start, see " + log);
            }
            return null;
        });
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path logFile() {
        return log;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** @param signal KILL, TERM, STOP, CONT */
    void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** @return its exit code */
    int awaitExit(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ScenarioFailure("A process did not end within " + atMost + ", see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    void end() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
