package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** From the start of an attempt to the hand-over of its outcome no virtual thread holds on to its carrier: asked of the JVM. */
@EnabledForJreRange(min = JRE.JAVA_21)
class NothingPinsVirtualThreadsTest {

    private static final int TASKS = 100;
    private static final String STARTED = "jdk.VirtualThreadStart";
    private static final String PINNED = "jdk.VirtualThreadPinned";

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(NothingPinsVirtualThreadsTest.class, Map.of(
            "grace", "1m", "lease", "1m", "retry.initial-delay", "1h",
            "destinations.blocking.channel", "blocking", "destinations.blocking.concurrency", Integer.toString(TASKS)),
            BlockingChannel.class, BlockingChannel.Pins.class);

    @Inject
    Work work;

    @Test
    void neitherSuccessesNorFailures() throws Exception {
        List<RecordedEvent> events = record(() -> {
            work.acceptAll(IntStream.range(0, TASKS).mapToObj(i -> message((i % 2 == 0 ? "good-" : "bad-") + i)).toList());
            IntStream.range(0, TASKS).forEach(i -> work.awaitStatus((i % 2 == 0 ? "good-" : "bad-") + i,
                    i % 2 == 0 ? TaskStatus.SUCCEEDED : TaskStatus.FAILED));
        });

        assertThat(events).filteredOn(event -> event.getEventType().getName().equals(STARTED))
                .hasSizeGreaterThanOrEqualTo(TASKS);
        assertThat(events).filteredOn(event -> event.getEventType().getName().equals(PINNED)).isEmpty();
    }

    /** Without it the test above could be blind. */
    @Test
    void aPinIsSeen() throws Exception {
        List<RecordedEvent> events = record(() -> {
            work.accept(message("pin"));
            work.awaitStatus("pin", TaskStatus.SUCCEEDED);
        });

        assertThat(events).filteredOn(event -> event.getEventType().getName().equals(PINNED)).isNotEmpty();
    }

    private static TaskMessage message(String id) {
        return TaskMessage.to("blocking").id(id).payload("x").build();
    }

    private static List<RecordedEvent> record(Runnable work) throws IOException {
        Path file = Files.createTempFile("recording", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(STARTED);
            recording.enable(PINNED).withoutThreshold().withStackTrace();
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
    }

    @Singleton
    @Identifier("blocking")
    @RunOnVirtualThread
    static class BlockingChannel implements BlockingTaskChannel {

        private final CountDownLatch all = new CountDownLatch(TASKS);

        @Override
        public Outcome deliver(Delivery delivery) throws InterruptedException {
            if (delivery.taskId().equals("pin")) {
                return Pins.OUTCOME;
            }
            all.countDown();
            all.await();
            if (delivery.taskId().startsWith("bad")) {
                throw new IllegalStateException("bad on purpose");
            }
            return Outcome.succeeded();
        }

        /** A thread that blocks while it initialises a class cannot leave its carrier. */
        static class Pins {

            static final Outcome OUTCOME = waitAndSucceed();

            private static Outcome waitAndSucceed() {
                try {
                    new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Outcome.succeeded();
            }
        }
    }
}
