package io.quarkiverse.localtask.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Ports that are free on this machine. They are chosen once in the life of the process: partner and broker come back where they
 * were, and a live reload keeps the page's address.
 */
public class DemoPorts implements ConfigSource {

    static final int HTTP = 8080;

    private static final Map<String, IntSupplier> CHOICES = Map.of(
            "quarkus.http.port", DemoPorts::httpPort,
            "demo.partner.port", DemoPorts::quietPort,
            "demo.broker.port", DemoPorts::quietPort);

    @Override
    public String getName() {
        return "demo ports";
    }

    /** Above {@code application.properties}, below the environment and {@code -D}. */
    @Override
    public int getOrdinal() {
        return 260;
    }

    @Override
    public Set<String> getPropertyNames() {
        return CHOICES.keySet();
    }

    @Override
    public String getValue(String name) {
        IntSupplier choice = CHOICES.get(name);
        if (choice == null) {
            return null;
        }
        // not a static field: configuration is read in more than one class loader
        synchronized (System.getProperties()) {
            String chosen = System.getProperty("chosen." + name);
            if (chosen == null) {
                chosen = Integer.toString(choice.getAsInt());
                System.setProperty("chosen." + name, chosen);
            }
            return chosen;
        }
    }

    private static int httpPort() {
        for (int port = HTTP; port < HTTP + 20; port++) {
            if (!answers(port) && binds(port)) {
                return port;
            }
        }
        return HTTP;
    }

    /** Outside the ranges from which systems take ports for outgoing connections: nobody takes it while its server is down. */
    private static int quietPort() {
        for (int i = 0; i < 1000; i++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            if (binds(port)) {
                return port;
            }
        }
        throw new IllegalStateException("There is no free port between 20000 and 30000 on this machine");
    }

    private static boolean binds(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
