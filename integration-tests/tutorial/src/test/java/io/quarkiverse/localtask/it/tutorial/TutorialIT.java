package io.quarkiverse.localtask.it.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tutorial says is so: every file is written, every command is run, and its output compared. */
class TutorialIT {

    @ParameterizedTest
    @ValueSource(strings = { "tutorial.adoc", "zh/tutorial.adoc" })
    void everyStepDoesWhatThePageSays(String page) throws Exception {
        List<Block> blocks = Block.of(Path.of(System.getProperty("tutorial.pages"), page));
        assertThat(blocks).extracting(Block::role).contains("file", "dev", "run", "output");

        Path work = Files.createDirectories(Path.of(System.getProperty("tutorial.work")));
        try (Reader reader = new Reader(Files.createTempDirectory(work, page.replaceAll("\\W", "-")))) {
            for (int i = 0; i < blocks.size(); i++) {
                Block block = blocks.get(i);
                switch (block.role()) {
                    case "file" -> reader.write(block.title(), block.text());
                    case "dev" -> reader.startDevMode(block.text());
                    case "test" -> {
                        reader.close();
                        reader.outputOf(block.text());
                    }
                    case "run" -> {
                        Block output = blocks.get(++i);
                        assertThat(output.role()).as("what follows %s", block.text()).isEqualTo("output");
                        reader.runUntilItPrints(block.text(), output.text());
                    }
                    case "once" -> {
                        // the build has installed the extension, and the directory is made
                    }
                    default -> throw new IllegalArgumentException("role " + block.role());
                }
            }
        }
    }
}
