package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An exchange that does not exist makes the connector connect anew every second: that is no reason to say so every second. */
class TroubleWithTheBrokerIsToldOnceTest {

    private static final String TROUBLE = "Messaging channel test: no exchange";
    private static final String END = "Messaging channel test: the broker confirms messages again";

    private final AtomicLong clock = new AtomicLong(-5);
    private final LinkLog log = new LinkLog("test", clock::get);
    private final List<String> told = new ArrayList<>();
    private final Logger logger = Logger.getLogger(MqLink.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            told.add(((ExtLogRecord) record).getFormattedMessage());
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
    void listenNoMore() {
        logger.removeHandler(handler);
    }

    @Test
    void anHourOfTheSameCostsTwoLines() {
        for (int second = 0; second < 3_600; second++) {
            log.trouble("no exchange", "; " + second + " messages");
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        log.confirmed();
        log.confirmed();
        assertThat(told).containsExactly(TROUBLE + "; 0 messages", END);
    }

    @Test
    void troubleThatComesAndGoesIsToldOnceAMinute() {
        for (int second = 0; second < 120; second++) {
            log.trouble("no exchange", "");
            log.confirmed();
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(told).containsExactly(TROUBLE, END, TROUBLE, END);
    }

    @Test
    void anotherTroubleIsToldAtOnce() {
        log.trouble("no exchange", "");
        log.trouble("lost", "");
        assertThat(told).containsExactly(TROUBLE, "Messaging channel test: lost");
    }
}
