package io.quarkiverse.localtask.deployment.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.channel.http.HostResolver;
import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** Ad hoc messages as a test sends them, and the names it has made up. */
@Singleton
public class AdHoc {

    static final byte[] PAYLOAD = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);

    @Inject
    @Identifier("http")
    TaskChannel channel;

    @Inject
    Names names;

    Outcome send(String url) {
        return start(url).await().atMost(Duration.ofSeconds(60));
    }

    Uni<Outcome> start(String url) {
        return start(url, "POST", Map.of(), Duration.ofSeconds(20));
    }

    Uni<Outcome> start(String url, String method, Map<String, String> headers, Duration timeout) {
        return channel.deliver(new Delivery("task-1", "name", AdHocDestinations.ofHost(URI.create(url).getHost()), 1, PAYLOAD,
                "application/json", headers, Map.of(Delivery.URL, url, Delivery.METHOD, method), timeout));
    }

    /** Answers what a test says; a name it does not know does not exist. */
    @Singleton
    public static class Names implements HostResolver {

        private final Map<String, InetAddress[]> known = new ConcurrentHashMap<>();
        final Map<String, CountDownLatch> hanging = new ConcurrentHashMap<>();
        volatile int asked;

        void put(String host, String... addresses) throws UnknownHostException {
            InetAddress[] all = new InetAddress[addresses.length];
            for (int i = 0; i < all.length; i++) {
                // with the name inside, as a real resolver's answer
                all[i] = InetAddress.getByAddress(host, InetAddress.getByName(addresses[i]).getAddress());
            }
            known.put(host, all);
        }

        @Override
        public InetAddress[] addresses(String host) throws UnknownHostException {
            asked++;
            if (Thread.currentThread().getName().contains("eventloop")) {
                throw new IllegalStateException("a look-up on an event loop");
            }
            CountDownLatch hangs = hanging.get(host);
            if (hangs != null) {
                try {
                    hangs.await();
                } catch (InterruptedException e) {
                    throw new UnknownHostException();
                }
            }
            InetAddress[] addresses = known.get(host);
            if (addresses == null) {
                throw new UnknownHostException(host);
            }
            return addresses;
        }
    }
}
