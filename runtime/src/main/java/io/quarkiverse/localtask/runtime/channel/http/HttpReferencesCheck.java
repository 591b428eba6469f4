package io.quarkiverse.localtask.runtime.channel.http;

import java.util.ArrayList;
import java.util.List;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.DestinationCheck;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkus.proxy.ProxyConfigurationRegistry;
import io.quarkus.tls.TlsConfigurationRegistry;

/** Checks at start what {@code http} destinations say, and that the TLS and proxy configurations they name exist. */
@Singleton
public class HttpReferencesCheck implements DestinationCheck {

    private final TlsConfigurationRegistry tls;
    private final ProxyConfigurationRegistry proxies;

    @Inject
    HttpReferencesCheck(TlsConfigurationRegistry tls, ProxyConfigurationRegistry proxies) {
        this.tls = tls;
        this.proxies = proxies;
    }

    @Override
    public void check(Destination destination, Problems problems) {
        if (destination.channel().equals(Destination.HTTP)) {
            HttpDestinationCheck.problems(destination).forEach(problems::add);
            problems(destination).forEach(problems::add);
        }
    }

    @Override
    public void checkAdHoc(Destination destination, Problems problems) {
        destination.tlsConfigurationName().filter(name -> tls.get(name).isEmpty()).ifPresent(name -> problems.add(
                "quarkus.local-task.ad-hoc.tls-configuration-name" + tlsProblem(name)));
    }

    private static String tlsProblem(String name) {
        return " names a TLS configuration that does not exist: set quarkus.tls." + name + ".* or correct the name";
    }

    /**
     * @param destination a destination of the {@code http} channel
     * @return one text per name that leads nowhere
     */
    public List<String> problems(Destination destination) {
        List<String> problems = new ArrayList<>();
        destination.tlsConfigurationName().ifPresent(name -> {
            if (tls.get(name).isEmpty()) {
                problems.add(HttpDestinationCheck.property(destination, "tls-configuration-name") + tlsProblem(name));
            }
        });
        destination.proxyConfigurationName().ifPresent(name -> {
            try {
                proxies.get(destination.proxyConfigurationName());
            } catch (IllegalStateException e) {
                problems.add(HttpDestinationCheck.property(destination, "proxy-configuration-name")
                        + " names a proxy configuration that does not exist: set quarkus.proxy." + name
                        + ".host or correct the name");
            }
        });
        return problems;
    }
}
