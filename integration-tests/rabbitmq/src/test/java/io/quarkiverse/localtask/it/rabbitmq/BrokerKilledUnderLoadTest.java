package io.quarkiverse.localtask.it.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.NeedsRabbitMq;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** {@code kill -9} of the broker while messages are published: all of them arrive, and new ones soon after it is back. */
@NeedsRabbitMq
@QuarkusTest
@QuarkusTestResource(value = RunningBroker.class, restrictToAnnotatedClass = true)
class BrokerKilledUnderLoadTest {

    /** More of them take long; {@code -Dlocal-task.tests.broker-kills=10} is what the documentation reports of. */
    private static final int KILLS = Integer.getInteger("local-task.tests.broker-kills", 3);
    private static final Duration RESUMED = Duration.ofSeconds(30);

    Broker broker;

    @Inject
    ShipmentService service;
    @Inject
    LocalTasks tasks;
    @Inject
    Failures failures;

    @Test
    void nothingIsLostAndSendingResumes() throws Exception {
        broker.declare("shipping", "killed");
        Set<String> placed = new LinkedHashSet<>();
        AtomicInteger batches = new AtomicInteger();
        AtomicBoolean on = new AtomicBoolean(true);
        ExecutorService business = Executors.newSingleThreadExecutor();
        Future<?> load = business.submit(() -> {
            while (on.get()) {
                placed.addAll(service.sendMany("shipments", "load-" + batches.incrementAndGet() + "-", 10));
                // a business of limited appetite: at most 20 batches a second
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        });
        try {
            for (int kill = 1; kill <= KILLS; kill++) {
                int before = batches.get();
                await("load").atMost(Duration.ofSeconds(30)).until(() -> batches.get() > before + 20);
                broker.server().kill();
                broker.server().start();
                long back = System.nanoTime();
                String id = service.send(TaskMessage.to("shipments").id("after-kill-" + kill).payload("x").build());
                await("a new task is confirmed after kill " + kill).atMost(RESUMED).until(
                        () -> tasks.find(id).orElseThrow().status() == TaskStatus.SUCCEEDED);
                System.out.println("Kill " + kill + ": confirmed again " + Duration.ofNanos(System.nanoTime() - back).toMillis()
                        + " ms after the broker was back");
            }
        } finally {
            on.set(false);
            business.shutdown();
        }
        load.get();
        await("every task is delivered").atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofSeconds(1)).until(
                () -> placed.stream().allMatch(id -> tasks.find(id).orElseThrow().status() == TaskStatus.SUCCEEDED));
        AtomicInteger messages = new AtomicInteger();
        Set<String> arrived = new HashSet<>();
        broker.with(channel -> {
            for (var got = channel.basicGet("killed", true); got != null; got = channel.basicGet("killed", true)) {
                arrived.add(got.getProps().getMessageId());
                messages.incrementAndGet();
            }
        });
        System.out.println("Placed " + placed.size() + ", arrived " + messages.get() + " messages of " + arrived.size()
                + " tasks");
        System.out.println("Failures: " + failures.byReason);
        assertThat(arrived).containsAll(placed);
    }

    /** Why attempts failed. */
    @Singleton
    static class Failures {

        final Map<String, Integer> byReason = new ConcurrentHashMap<>();

        void add(@Observes TaskFailed event) {
            byReason.merge(event.reason(), 1, Integer::sum);
        }
    }
}
