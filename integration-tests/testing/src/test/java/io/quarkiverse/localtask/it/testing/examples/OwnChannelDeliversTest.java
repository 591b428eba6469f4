package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class OwnChannelDeliversTest {

    @Inject
    MailServer mailServer;
    @Inject
    LocalTasks tasks;
    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }

    @Test
    void mail() {
        QuarkusTransaction.requiringNew()
                .run(() -> tasks.accept(TaskMessage.to("newsletter").id("mail-1").payload("spring is here").build()));
        tester.awaitIdle(Duration.ofSeconds(10));
        assertThat(mailServer.mail("mail-1")).isEqualTo("spring is here");
        assertThat(tasks.find("mail-1")).map(Task::status).hasValue(TaskStatus.SUCCEEDED);
    }
}
