package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another JVM, which must use the serial collector. */
final class Heap {

    /* def new generation total 59008K, used 1049K [... ; tenured generation total 131072K, used 20113K [... */
    private static final Pattern USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    private Heap() {
    }

    static long usedAfterFullCollection(long pid) {
        jcmd(pid, "GC.run");
        Matcher matcher = USED.matcher(jcmd(pid, "GC.heap_info"));
        long kilobytes = 0;
        boolean found = false;
        while (matcher.find()) {
            kilobytes += Long.parseLong(matcher.group(1));
            found = true;
        }
        if (!found) {
            throw new IllegalStateException("No serial collector in process " + pid);
        }
        return kilobytes << 10;
    }

    /** @return how many objects of a class there are after a collection */
    static long instances(long pid, String className) {
        return jcmd(pid, "GC.class_histogram").lines().map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 3 && fields[3].equals(className))
                .mapToLong(fields -> Long.parseLong(fields[1]))
                .findFirst().orElse(0);
    }

    private static String jcmd(long pid, String command) {
        try {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(pid), command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IllegalStateException("jcmd " + command + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
