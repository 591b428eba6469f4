package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** The wall clock of one process, which can be put forward and back while it runs; its monotonic clock goes on as ever. */
public final class WallClock {

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"));

    private final Path library;
    private final Path offset;

    private WallClock(Path library, Path offset) {
        this.library = library;
        this.offset = offset;
        jumpTo(Duration.ZERO);
    }

    /**
     * @param directory where it keeps its file
     * @throws ScenarioSkipped if this machine has no libfaketime
     */
    static WallClock in(Path directory) {
        Path library = LIBRARIES.stream().filter(Files::isReadable).findFirst()
                .orElseThrow(() -> new ScenarioSkipped("there is no libfaketime (Debian: apt-get install faketime)"));
        return new WallClock(library, directory.resolve("wall-clock"));
    }

    /**
     * @return the command that starts a process with this clock; without the last setting, libfaketime 0.9.10 makes timed waits
     *         end at once, and every thread of a JVM spins
     */
    public List<String> prefix() {
        return List.of("env", "LD_PRELOAD=" + library, "FAKETIME_TIMESTAMP_FILE=" + offset, "FAKETIME_CACHE_DURATION=1",
                "DONT_FAKE_MONOTONIC=1", "FAKETIME_FORCE_MONOTONIC_FIX=0");
    }

    /** Within a second the process has it. @param fromNow from what everybody else takes for the time */
    public void jumpTo(Duration fromNow) {
        try {
            Path next = Files.writeString(offset.resolveSibling("wall-clock-next"), "%+d".formatted(fromNow.toSeconds()));
            Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
