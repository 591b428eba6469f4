package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How long processes have used a core, as Linux counts it in {@code /proc}. */
public final class ProcessTimes {

    /** Ticks a second: what {@code getconf CLK_TCK} says on every Linux that runs a JVM. */
    private static final double TICKS = 100;

    private ProcessTimes() {
    }

    /** @return seconds of a process */
    public static double cpuSeconds(long pid) {
        String[] fields = stat(pid);
        return fields == null ? 0 : (ticks(fields, 11) + ticks(fields, 12)) / TICKS;
    }

    /** @return seconds of a process, its children, and those of its children that have ended */
    static double cpuSecondsOfAll(long parent) {
        String[] fields = stat(parent);
        double ended = (ticks(fields, 13) + ticks(fields, 14)) / TICKS;
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return cpuSeconds(parent) + ended + processes.map(path -> path.getFileName().toString())
                    .filter(name -> Character.isDigit(name.charAt(0))).mapToLong(Long::parseLong)
                    .filter(pid -> isChild(pid, parent)).mapToDouble(ProcessTimes::cpuSeconds).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isChild(long pid, long parent) {
        String[] fields = stat(pid);
        return fields != null && Long.parseLong(fields[1]) == parent;
    }

    private static double ticks(String[] fields, int field) {
        return Long.parseLong(fields[field]);
    }

    /** @return the fields behind the name, the process' state first (proc(5)); {@code null} if it has ended */
    private static String[] stat(long pid) {
        try {
            String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return line.substring(line.lastIndexOf(')') + 2).split(" ");
        } catch (IOException ended) {
            return null;
        }
    }
}
