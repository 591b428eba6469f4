package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.RunOnVirtualThread;

/** Where a blocking channel asks for virtual threads it gets them; on a Java without them it works all the same. */
class BlockingChannelOnVirtualThreadsTest {

    private static final int MANY = 300;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(BlockingChannelOnVirtualThreadsTest.class, Map.of(
            "grace", "1m", "lease", "1m",
            "destinations.method.channel", "method", "destinations.class.channel", "class",
            "destinations.inherited.channel", "inherited", "destinations.produced.channel", "produced",
            "destinations.plain.channel", "plain",
            "destinations.crowd.channel", "crowd", "destinations.crowd.concurrency", Integer.toString(MANY)),
            Noting.class, OnTheMethod.class, OnTheClass.class, Inherited.class, Producer.class, Produced.class, Plain.class,
            Crowd.class);

    @Inject
    Work work;

    @Test
    void annotatedChannelsRunOnThem() {
        assertThat(Stream.of("method", "class", "inherited", "produced").map(this::threadOf))
                .allSatisfy(thread -> assertThat(thread).startsWith(hasVirtualThreads() ? "VirtualThread[" : "Thread["));
    }

    @Test
    void otherChannelsRunOnWorkers() {
        assertThat(threadOf("plain")).startsWith("Thread[").contains("local-task-worker");
    }

    @Test
    void manyCallsBlockAtTheSameTime() {
        work.acceptAll(IntStream.range(0, MANY).mapToObj(i -> TaskMessage.to("crowd").id("crowd-" + i).payload("x").build())
                .toList());
        IntStream.range(0, MANY).forEach(i -> work.awaitStatus("crowd-" + i, TaskStatus.SUCCEEDED));
    }

    private String threadOf(String destination) {
        work.accept(TaskMessage.to(destination).id(destination).payload("x").build());
        work.awaitStatus(destination, TaskStatus.SUCCEEDED);
        return Noting.THREADS.get(destination);
    }

    private static boolean hasVirtualThreads() {
        return Runtime.version().feature() >= 21;
    }

    abstract static class Noting implements BlockingTaskChannel {

        static final Map<String, String> THREADS = new ConcurrentHashMap<>();

        Outcome note(Delivery delivery) {
            THREADS.put(delivery.destination(), Thread.currentThread().toString());
            return Outcome.succeeded();
        }
    }

    @Singleton
    @Identifier("method")
    static class OnTheMethod extends Noting {

        @Override
        @RunOnVirtualThread
        public Outcome deliver(Delivery delivery) {
            return note(delivery);
        }
    }

    @ApplicationScoped
    @Identifier("class")
    @RunOnVirtualThread
    static class OnTheClass extends Noting {

        @Override
        public Outcome deliver(Delivery delivery) {
            return note(delivery);
        }
    }

    @ApplicationScoped
    @Identifier("inherited")
    static class Inherited extends OnTheMethod {
    }

    static class Producer {

        @Produces
        @Singleton
        @Identifier("produced")
        Produced produced() {
            return new Produced();
        }
    }

    @RunOnVirtualThread
    static class Produced extends Noting {

        @Override
        public Outcome deliver(Delivery delivery) {
            return note(delivery);
        }
    }

    @Singleton
    @Identifier("plain")
    static class Plain extends Noting {

        @Override
        public Outcome deliver(Delivery delivery) {
            return note(delivery);
        }
    }

    /** Nobody returns before all are there. */
    @Singleton
    @Identifier("crowd")
    @RunOnVirtualThread
    static class Crowd implements BlockingTaskChannel {

        private final CountDownLatch all = new CountDownLatch(MANY);

        @Override
        public Outcome deliver(Delivery delivery) throws InterruptedException {
            all.countDown();
            return all.await(8, TimeUnit.SECONDS) ? Outcome.succeeded() : Outcome.rejected("others are missing");
        }
    }
}
