package io.quarkiverse.localtask.it.devui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

import org.jboss.shrinkwrap.api.asset.StringAsset;

import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.QuarkusDevModeTest;

/** An application in dev mode, and its partner. */
final class DevApplication {

    private DevApplication() {
    }

    static QuarkusDevModeTest at(int port, Receiver receiver) {
        return new QuarkusDevModeTest().withApplicationRoot(jar -> jar.addClasses(Mail.class)
                .addAsResource(new StringAsset("""
                        quarkus.application.name=orders
                        quarkus.http.port=%d
                        quarkus.devservices.enabled=false
                        quarkus.dev-ui.allow-extension-management=false
                        quarkus.datasource.db-kind=h2
                        quarkus.datasource.jdbc.url=jdbc:h2:mem:dev-ui-%1$d;DB_CLOSE_DELAY=-1
                        quarkus.local-task.destinations.erp.url=%s
                        quarkus.local-task.destinations.mail.channel=mail
                        quarkus.local-task.retry.initial-delay=1h
                        quarkus.local-task.retry.max-delay=1h
                        quarkus.local-task.shards.all.house-numbers=0-63
                        quarkus.local-task.shards.all.fixed-delay=1s
                        """.formatted(port, receiver.url())), "application.properties"));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
