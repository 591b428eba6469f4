package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnknownDestinationsAreNamedOnceTest {

    private final UnknownDestinations unknown = new UnknownDestinations();
    private final List<String> texts = new ArrayList<>();
    private final Logger logger = Logger.getLogger(UnknownDestinations.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord log) {
            texts.add(((ExtLogRecord) log).getFormattedMessage());
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void withTheRemedyOfTheirKind() {
        for (int i = 0; i < 2; i++) {
            unknown.found("crm.events");
            unknown.found("mq:labels");
            unknown.found("http:9");
        }
        assertThat(texts).satisfiesExactly(
                text -> assertThat(text).contains("'crm.events'", "set quarkus.local-task.destinations.\"crm.events\".url"),
                text -> assertThat(text).contains("'mq:labels'", "add labels to quarkus.local-task.mq.channels"),
                text -> assertThat(text).contains("'http:9'", "deploy the release"));
    }

    @Test
    void upToABoundAndOnOneLine() {
        for (int i = 0; i < 200; i++) {
            unknown.found("a\nb" + i);
        }
        assertThat(texts).hasSize(UnknownDestinations.MAX_NAMES).noneMatch(text -> text.contains("\n"));
    }
}
