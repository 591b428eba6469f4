package io.quarkiverse.localtask.it.footprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.AmqpServer;
import io.quarkiverse.localtask.it.support.NeedsPostgres;
import io.quarkiverse.localtask.it.support.PostgresServer;

/**
 * Starts both applications in turns, on each Java and as native executables where there are some, and prints the medians: the
 * time from the start of the process to its first answer, which needs the database, the CPU time it took until then, and its
 * resident memory a second later.
 */
@NeedsPostgres
class FootprintIT {

    private static final List<String> APPLICATIONS = List.of("without", "with");

    private final Path directory = Path.of(System.getProperty("footprint.applications"));
    private final HttpClient client = HttpClient.newHttpClient();

    record Start(double seconds, double cpu, double megabytes) {
    }

    @Test
    void startsOfBothApplications() throws Exception {
        int starts = Integer.getInteger("footprint.starts");
        try (AmqpServer broker = AmqpServer.create()) {
            broker.start();
            System.out.println("Footprint, medians of " + starts + " starts on " + Runtime.getRuntime().availableProcessors()
                    + " processors, load at the beginning " + Files.readString(Path.of("/proc/loadavg")).strip());
            for (String kind : kinds()) {
                Map<String, List<Start>> measured = new LinkedHashMap<>();
                for (int i = -1; i < starts; i++) {
                    for (String application : APPLICATIONS) {
                        Start start = start(kind, application, broker.port());
                        // the first one fills the page cache
                        if (i >= 0) {
                            measured.computeIfAbsent(application, a -> new ArrayList<>()).add(start);
                        }
                    }
                }
                measured.forEach((application, all) -> System.out.printf(Locale.ROOT,
                        "%-60s %-8s first answer %.3f s, CPU until then %.2f s, resident %.0f MB%n", kind, application,
                        median(all.stream().map(Start::seconds)), median(all.stream().map(Start::cpu)),
                        median(all.stream().map(Start::megabytes))));
            }
        }
    }

    private List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        if (Files.exists(jar("without"))) {
            kinds.addAll(List.of(System.getProperty("footprint.javas").split(",")));
        }
        if (Files.exists(executable("without"))) {
            kinds.add("native");
        }
        return kinds;
    }

    private List<String> command(String kind, String application) {
        return kind.equals("native") ? List.of(executable(application).toString())
                : List.of(kind + "/bin/java", "-jar", jar(application).toString());
    }

    private Path jar(String application) {
        return directory.resolve(application + "/target/quarkus-app/quarkus-run.jar");
    }

    private Path executable(String application) {
        return directory
                .resolve(application + "/target/quarkus-local-task-it-footprint-" + application + "-999-SNAPSHOT-runner");
    }

    private Start start(String kind, String application, int brokerPort) throws Exception {
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(command(kind, application)).redirectErrorStream(true)
                .redirectOutput(directory.resolve("measure/target/" + application + ".log").toFile());
        builder.environment().putAll(Map.of(
                "QUARKUS_HTTP_PORT", Integer.toString(port),
                "QUARKUS_DATASOURCE_JDBC_URL", PostgresServer.newDatabase(),
                "QUARKUS_DATASOURCE_USERNAME", PostgresServer.USER,
                "QUARKUS_DATASOURCE_PASSWORD", PostgresServer.USER,
                "RABBITMQ_HOST", "127.0.0.1",
                "RABBITMQ_PORT", Integer.toString(brokerPort)));
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            awaitAnswer(port, process);
            double seconds = (System.nanoTime() - start) / 1e9;
            double cpu = process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            return new Start(seconds, cpu, residentMegabytes(process.pid()));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void awaitAnswer(int port, Process process) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/"))
                .timeout(Duration.ofSeconds(5)).build();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (true) {
            try {
                assertEquals("1", client.send(request, BodyHandlers.ofString()).body());
                return;
            } catch (IOException e) {
                assertTrue(process.isAlive() && System.nanoTime() < end, "started");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        }
    }

    private static double residentMegabytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream().filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", ""))).findFirst().orElseThrow() / 1024.0;
    }

    private static double median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
