import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Says how many tests ran on which databases, and with which brokers and poolers, from the reports of surefire and failsafe.
 * Which database a test class uses stands in its byte code, or in that of the test classes it uses: who starts a PostgreSQL or a
 * MariaDB names the class that does; who uses H2 names its JDBC URL. Classes that run on every database are told apart by the
 * number of the run, the engine's by the name of the run. Who starts a broker or a pooler prints its name and version.
 */
class CountTests {

    static final String POSTGRESQL = "PostgreSQL";
    static final String H2 = "H2";
    static final String MARIADB = "MariaDB";
    static final String MYSQL = "MariaDB, with MySQL's driver";
    /** Runs of the engine's tests, by the suffix of their reports. */
    static final Map<String, String> ENGINE = Map.of("(mariadb)", MARIADB, "(mysql)", MYSQL, "(h2)", H2);
    /** In the order of the constants of TestDatabase in runtime. */
    static final String EVERY_DATABASE = "io.quarkiverse.localtask.runtime.store.OnEveryDatabase";
    static final List<String> ORDER = List.of(POSTGRESQL, MARIADB, MYSQL, H2, "H2 in its PostgreSQL mode");
    static final String BROKER = "Broker: ";
    static final String POOLER = "Pooler: ";
    static final String RABBITMQ = "RabbitMQ";

    record ClassFile(Set<String> names, Set<String> databases) {
    }

    final Map<String, ClassFile> classes = new HashMap<>();
    final Map<String, Integer> ran = new TreeMap<>();
    final Map<String, Integer> servers = new TreeMap<>();
    int failed;
    int skipped;

    public static void main(String[] args) throws Exception {
        CountTests count = new CountTests();
        for (Path file : files(".class")) {
            if (file.toString().contains("/test-classes/") || file.toString().contains("/support/target/classes/")) {
                count.read(file);
            }
        }
        for (Path file : files(".xml")) {
            if (file.getFileName().toString().startsWith("TEST-") && file.getParent().toString().endsWith("-reports")) {
                count.add(file);
            }
        }
        for (Path file : files("-output.txt")) {
            count.addServers(file);
        }
        System.exit(count.print());
    }

    static List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("."))) {
            return files.filter(file -> file.toString().contains("/target/") && file.toString().endsWith(suffix)).toList();
        }
    }

    /** The constant pool: JVMS 4.4. */
    void read(Path file) throws IOException {
        Map<Integer, String> texts = new HashMap<>();
        Map<Integer, Integer> references = new HashMap<>();
        int self;
        try (InputStream bytes = Files.newInputStream(file); DataInputStream in = new DataInputStream(bytes)) {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case 1 -> texts.put(i, in.readUTF());
                    case 7 -> references.put(i, in.readUnsignedShort());
                    case 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    case 5, 6 -> {
                        in.skipNBytes(8);
                        i++;
                    }
                    default -> in.skipNBytes(4);
                }
            }
            in.skipNBytes(2);
            self = in.readUnsignedShort();
        }
        Set<String> names = new HashSet<>();
        references.values().forEach(name -> names.add(texts.get(name).replace('/', '.')));
        Set<String> databases = new HashSet<>();
        for (String text : texts.values()) {
            if (text.contains("EmbeddedPostgres")) {
                databases.add(POSTGRESQL);
            }
            if (text.contains("MariaDbServer")) {
                databases.add(MARIADB);
            }
            if (text.contains("jdbc:h2:") || text.contains("db-kind=h2") || text.equals("h2")) {
                databases.add(H2);
            }
            // annotations name their values' types by descriptor only
            if (text.startsWith("L") && text.endsWith(";")) {
                names.add(text.substring(1, text.length() - 1).replace('/', '.'));
            }
        }
        classes.put(texts.get(references.get(self)).replace('/', '.'), new ClassFile(names, databases));
    }

    String databasesOf(String reported, String testCase, Path report) throws IOException {
        int run = reported.indexOf('[');
        String testClass = run < 0 ? reported : reported.substring(0, run);
        if (run >= 0 && classes.containsKey(testClass) && classes.get(testClass).names().contains(EVERY_DATABASE)) {
            return ORDER.get(Integer.parseInt(reported.substring(run + 1, reported.indexOf(']'))) - 1);
        }
        Set<String> databases = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(testClass));
        while (!open.isEmpty()) {
            String name = open.pop();
            ClassFile file = classes.get(name);
            if (file != null && seen.add(name)) {
                databases.addAll(file.databases());
                open.addAll(file.names());
            }
        }
        if (databases.isEmpty()) {
            Path properties = report.getParent().getParent().resolve("classes/application.properties");
            if (Files.exists(properties) && Files.readString(properties).contains("db-kind=h2")) {
                databases.add(H2);
            }
        }
        if (databases.size() > 1) {
            String name = testCase.toLowerCase(Locale.ROOT);
            if (name.contains("h2")) {
                return H2;
            }
            return name.contains("postgres") ? POSTGRESQL
                    : String.join(" or ", new TreeSet<>(databases)) + ", as the test chooses";
        }
        return databases.isEmpty() ? "no database" : databases.iterator().next();
    }

    void add(Path report) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            if (test.getElementsByTagName("skipped").getLength() > 0) {
                skipped++;
                continue;
            }
            if (test.getElementsByTagName("failure").getLength() + test.getElementsByTagName("error").getLength() > 0) {
                failed++;
            }
            // the engine's tests run on each database; but for the first run, reports carry its name
            String testClass = test.getAttribute("classname");
            String suffix = testClass.substring(Math.max(0, testClass.lastIndexOf('(')));
            String database = ENGINE.containsKey(suffix) ? ENGINE.get(suffix)
                    : testClass.contains(".deployment.engine.") ? POSTGRESQL
                            : databasesOf(testClass, test.getAttribute("name"), report);
            ran.merge(database, 1, Integer::sum);
        }
    }

    void addServers(Path output) throws IOException {
        // not readString: what tests print need not be UTF-8
        for (String line : Files.readAllLines(output, StandardCharsets.ISO_8859_1)) {
            for (String server : new String[] { BROKER, POOLER }) {
                if (line.startsWith(server)) {
                    servers.merge(line.substring(server.length()).strip(), 1, Integer::sum);
                }
            }
        }
    }

    /** @return the exit code */
    int print() {
        int sum = ran.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println("Tests: " + sum + " ran, " + failed + " failed, " + skipped + " skipped");
        ran.forEach((database, tests) -> System.out.println("  on " + database + ": " + tests));
        servers.forEach((server, starts) -> System.out.println("  with " + server + ": started " + starts + " times"));
        if (servers.keySet().stream().noneMatch(server -> server.startsWith(RABBITMQ))) {
            System.out.println("No test ran with " + RABBITMQ + ": that is an error.");
            return 1;
        }
        for (String database : ORDER) {
            if (!ran.containsKey(database)) {
                System.out.println("No test ran on " + database + ": that is an error.");
                return 1;
            }
        }
        return failed == 0 ? 0 : 1;
    }
}
