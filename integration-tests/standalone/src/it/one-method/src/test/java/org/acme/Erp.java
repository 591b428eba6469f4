package org.acme;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** The partner: keeps the last body in a system property, which every class loader sees. */
public class Erp implements QuarkusTestResourceLifecycleManager {

    static final String LAST_BODY = "erp.last-body";

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/orders", exchange -> {
            System.setProperty(LAST_BODY,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return Map.of("erp.port", Integer.toString(server.getAddress().getPort()));
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
