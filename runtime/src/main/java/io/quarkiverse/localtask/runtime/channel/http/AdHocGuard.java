package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.util.List;

import io.quarkiverse.localtask.runtime.config.AllowedHosts;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.HttpConfig;
import io.quarkus.runtime.LaunchMode;

/**
 * Decides where ad hoc messages may go, at {@code accept} and again at every attempt: by the host alone, then by all addresses
 * that its name has at that moment. A list of allowed hosts decides alone; without one the addresses do.
 */
final class AdHocGuard {

    private static final String HOSTS = "quarkus.local-task.http.allowed-hosts";
    private static final String PRIVATE = "quarkus.local-task.http.allow-private-addresses";

    private final AllowedHosts allowedHosts;
    private final boolean allowPrivateAddresses;

    AdHocGuard(AllowedHosts allowedHosts, boolean allowPrivateAddresses) {
        this.allowedHosts = allowedHosts;
        this.allowPrivateAddresses = allowPrivateAddresses;
    }

    static AdHocGuard of(HttpConfig config) {
        return new AdHocGuard(AllowedHosts.of(config.allowedHosts().orElse(List.of())),
                config.allowPrivateAddresses().orElseGet(() -> LaunchMode.current().isDevOrTest()));
    }

    /** Decides what needs no look-up. */
    AdHocHost check(String host) throws AdHocRefusal {
        AdHocHost checked = AdHocHost.of(host);
        if (!allowedHosts.isEmpty() && !allowedHosts.contains(host)) {
            throw new AdHocRefusal("is not among " + HOSTS + ": add it there, or name the partner as a destination of the"
                    + " configuration");
        }
        if (!checked.isName()) {
            check(checked.address(), "is a");
        }
        return checked;
    }

    /**
     * A name that has allowed and refused addresses at once is refused: it is a mistake, or an attack.
     *
     * @param addresses all that the name of a checked host has
     */
    void check(InetAddress[] addresses) throws AdHocRefusal {
        for (InetAddress address : addresses) {
            check(address.getAddress(), "has a");
        }
    }

    private void check(byte[] address, String isOrHas) throws AdHocRefusal {
        if (allowPrivateAddresses || !allowedHosts.isEmpty()) {
            return;
        }
        String special = AddressRanges.special(address);
        if (special != null) {
            throw new AdHocRefusal(isOrHas + " special address, " + special + ": allow it by " + HOSTS + " or " + PRIVATE
                    + ", or name the partner as a destination of the configuration");
        }
    }
}
