package io.quarkiverse.localtask.it.crash;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * Four clients that place orders as fast as they can until the service does not answer them any more; every fifth order is
 * rolled back. Whether an order that got no answer is committed, the table {@code orders} knows.
 */
final class Load {

    private final Thread[] clients = new Thread[4];
    private final OrderServiceProcess service;
    private final Set<String> confirmed;
    private final Set<String> refused;
    private final int confirmedBefore;

    Load(OrderServiceProcess service, String name, Set<String> confirmed, Set<String> refused) {
        this.service = service;
        this.confirmed = confirmed;
        this.refused = refused;
        confirmedBefore = confirmed.size();
        for (int client = 0; client < clients.length; client++) {
            String prefix = name + "-" + client + "-";
            clients[client] = new Thread(() -> run(prefix));
            clients[client].start();
        }
    }

    private void run(String prefix) {
        try {
            for (int i = 0;; i++) {
                String order = prefix + i;
                boolean fail = i % 5 == 4;
                int status = service.post(fail ? "/orders?fail=true" : "/orders", CrashTestBase.json(order));
                if (status == 201) {
                    confirmed.add(order);
                } else if (status == 409) {
                    refused.add(order);
                } else {
                    return;
                }
            }
        } catch (IOException e) {
            // the service is gone
        }
    }

    /** Waits until the service has confirmed so many orders of this load. */
    void awaitConfirmed(int orders) {
        await(orders + " confirmed orders").atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5))
                .failFast("the service ended by itself", () -> !service.isAlive())
                .until(() -> confirmed.size() - confirmedBefore >= orders);
    }

    /** Waits until the clients have noticed that the service is gone. */
    void awaitEnd() {
        for (Thread client : clients) {
            try {
                client.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
