package io.quarkiverse.localtask.it.tutorial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of a page that the reader acts upon.
 *
 * @param role {@code file}: to be written; {@code run}: to be run; {@code dev}: to be started and left running; {@code output}:
 *        what the command before prints; {@code once}: only for readers
 * @param title a file's path, else empty
 * @param text what stands between the dashes
 */
record Block(String role, String title, String text) {

    private static final Pattern ROLE = Pattern.compile("\\[.*\\brole=(\\w+)]");

    static List<Block> of(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        String title = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher role = ROLE.matcher(line);
            if (role.matches()) {
                int start = i + 2;
                int end = start + lines.subList(start, lines.size()).indexOf("----");
                blocks.add(new Block(role.group(1), title, String.join("\n", lines.subList(start, end))));
                i = end;
                title = "";
            } else if (line.startsWith(".") && !line.startsWith("..")) {
                title = line.substring(1);
            }
        }
        return blocks;
    }
}
