package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Producers that place orders on the instances in turn; every fifth one is rolled back. They go on whatever happens: an order
 * without an answer may be committed or not, the database knows.
 */
public final class Load {

    private static final Duration PAUSE_AFTER_TROUBLE = Duration.ofMillis(50);

    private final AtomicBoolean on = new AtomicBoolean(true);
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger troubled = new AtomicInteger();
    private final Thread[] producers;
    private final String name;
    private final Supplier<List<Instance>> instances;
    private final List<String> destinations;
    private final Duration pause;

    Load(String name, long seed, int producers, Duration pause, Supplier<List<Instance>> instances, List<String> destinations) {
        this.name = name;
        this.instances = instances;
        this.destinations = destinations;
        this.pause = pause;
        this.producers = new Thread[producers];
        for (int i = 0; i < producers; i++) {
            int producer = i;
            this.producers[i] = new Thread(() -> run(producer, new Random(seed + producer)), "producer-" + i);
            this.producers[i].setDaemon(true);
            this.producers[i].start();
        }
    }

    private void run(int producer, Random random) {
        for (int i = 0; on.get(); i++) {
            String id = name + "-" + producer + "-" + i;
            boolean refuse = i % 5 == 4;
            String body = "{\"order\":\"" + id + "\",\"filler\":\"" + "x".repeat(random.nextInt(400)) + "\"}";
            List<Instance> running = instances.get().stream().filter(Instance::isAlive).toList();
            try {
                int status = running.isEmpty() ? 0
                        : running.get(i % running.size()).place(id, chosen(random), body, refuse ? "&refused=true" : "");
                if (status == 201) {
                    confirmed.add(id);
                } else if (status == 409) {
                    refused.incrementAndGet();
                } else {
                    trouble();
                }
            } catch (IOException e) {
                trouble();
            }
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    /** One destination, or two. */
    private String chosen(Random random) {
        String first = destinations.get(random.nextInt(destinations.size()));
        String second = destinations.get(random.nextInt(destinations.size()));
        return first.equals(second) || random.nextInt(4) > 0 ? first : first + "," + second;
    }

    private void trouble() {
        troubled.incrementAndGet();
        LockSupport.parkNanos(PAUSE_AFTER_TROUBLE.toNanos());
    }

    /** @return the ids of orders that were answered with 201 */
    public Set<String> confirmed() {
        return Set.copyOf(confirmed);
    }

    public int confirmedCount() {
        return confirmed.size();
    }

    public int refusedCount() {
        return refused.get();
    }

    /** @return how many orders were answered with an error, or not at all */
    public int troubled() {
        return troubled.get();
    }

    /** Waits for so many further confirmed orders. */
    public void awaitFurther(int orders) {
        int before = confirmed.size();
        Await.until(orders + " further orders", Duration.ofSeconds(90), () -> confirmed.size() - before >= orders);
    }

    /** Returns when no producer has a request under way. */
    public void stop() {
        on.set(false);
        for (Thread producer : producers) {
            try {
                producer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
