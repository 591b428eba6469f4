package io.quarkiverse.localtask.runtime.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The hosts of {@code http.allowed-hosts}: names, {@code *.} and a name, addresses. */
public final class AllowedHosts {

    private static final Pattern NAME = Pattern
            .compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
    private static final String BELOW = "*.";

    private final Set<String> hosts = new HashSet<>();
    private final Set<String> parents = new HashSet<>();

    private AllowedHosts() {
    }

    /**
     * @param patterns checked ones
     * @return what they stand for
     */
    public static AllowedHosts of(List<String> patterns) {
        AllowedHosts allowed = new AllowedHosts();
        for (String pattern : patterns) {
            String host = canonical(pattern);
            if (host.startsWith(BELOW)) {
                allowed.parents.add(host.substring(BELOW.length()));
            } else {
                allowed.hosts.add(host);
            }
        }
        return allowed;
    }

    /** @return whether nothing was configured, which means that there is no such list, not that no host is allowed */
    public boolean isEmpty() {
        return hosts.isEmpty() && parents.isEmpty();
    }

    /**
     * @param host the host of a URL, in any case, an IPv6 address in brackets
     * @return whether the list names it
     */
    public boolean contains(String host) {
        String name = canonical(host);
        if (hosts.contains(name)) {
            return true;
        }
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            if (parents.contains(name.substring(dot + 1))) {
                return true;
            }
        }
        return false;
    }

    static void check(String property, List<String> patterns, Problems problems) {
        for (String pattern : patterns) {
            String host = canonical(pattern);
            String name = host.startsWith(BELOW) ? host.substring(BELOW.length()) : host;
            boolean address = !host.startsWith(BELOW) && (IPV4.matcher(name).matches() || name.indexOf(':') >= 0
                    && name.indexOf('%') < 0 && isIpv6(name));
            if (!address && !NAME.matcher(name).matches()) {
                problems.add(property, pattern,
                        "is not a host: it must be a host name (letters, digits, dashes and dots), *. and"
                                + " a host name, or an address, without scheme, port and path",
                        "correct or remove it");
            }
        }
    }

    private static String canonical(String host) {
        String name = host.strip().toLowerCase(Locale.ROOT);
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.indexOf(':') >= 0) {
            try {
                return ipv6(name).getHostAddress();
            } catch (UnknownHostException e) {
                return name;
            }
        }
        return name;
    }

    private static boolean isIpv6(String text) {
        try {
            ipv6(text);
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** In brackets it is never looked up. */
    private static InetAddress ipv6(String text) throws UnknownHostException {
        return InetAddress.getByName("[" + text + "]");
    }
}
