package io.quarkiverse.localtask.it.faults.stage;

import java.util.List;
import java.util.regex.Pattern;

/** What an instance has said, and what it must not say: the same again and again, or what is none of a log's business. */
public final class CivilLog {

    private static final Pattern TROUBLE = Pattern.compile("^\\S+ \\S+ (WARN|ERROR|FATAL) .*");
    private static final Pattern OURS = Pattern.compile("^\\S+ \\S+ \\w+ +\\[io\\.quarkiverse\\.localtask\\..*");
    /** Every payload of a {@link Load} has it. */
    private static final String PAYLOAD = "\"filler\"";

    private final List<String> lines;

    private CivilLog(List<String> lines) {
        this.lines = lines;
    }

    public static CivilLog of(Instance instance) {
        return new CivilLog(instance.log().lines().toList());
    }

    /** @return lines of our own loggers */
    public List<String> ours() {
        return lines.stream().filter(line -> OURS.matcher(line).matches()).toList();
    }

    /** @return how many warnings and errors there are, whoever says them */
    public int warnings() {
        return (int) lines.stream().filter(line -> TROUBLE.matcher(line).matches()).count();
    }

    /** @return all lines, those of stack traces included */
    public int size() {
        return lines.size();
    }

    public long count(String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }

    /**
     * @param mostOfOurs how many lines of ours the fault may cost in each instance, the usual ones at its start and end
     *        included
     * @param secrets texts that must be in no line, besides payloads
     */
    public static void expect(Stage stage, int mostOfOurs, String... secrets) {
        int ours = 0;
        int warnings = 0;
        int all = 0;
        for (Instance instance : stage.instances()) {
            CivilLog log = of(instance);
            ours = Math.max(ours, log.ours().size());
            warnings = Math.max(warnings, log.warnings());
            all = Math.max(all, log.size());
            stage.expect(log.count(PAYLOAD) == 0, "no payload in a log line");
            for (String secret : secrets) {
                stage.expect(log.count(secret) == 0, "'" + secret + "' is in no log line");
            }
        }
        stage.measure("log lines: ours, warnings of all, all", ours + ", " + warnings + ", " + all);
        stage.expect(ours <= mostOfOurs, "at most " + mostOfOurs + " log lines of ours, not " + ours);
    }
}
