package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What stands in the URL of an ad hoc message as its host: a name, or an address in one spelling. Resolvers disagree on the
 * other
 * spellings of IPv4 addresses (decimal, octal, hexadecimal, short), so a host that ends in a number and is no dotted quad is
 * refused in every mode, as the WHATWG URL standard's host parser tells them from names.
 *
 * @param text as in the URL, an IPv6 address in brackets
 * @param address its bytes, or {@code null} for a name
 */
record AdHocHost(String text, byte[] address) {

    private static final Pattern DOTTED_QUAD = Pattern
            .compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-f]*");

    static AdHocHost of(String text) throws AdHocRefusal {
        if (text.startsWith("[")) {
            return new AdHocHost(text, ipv6(text));
        }
        if (DOTTED_QUAD.matcher(text).matches()) {
            return new AdHocHost(text, numeric(text).getAddress());
        }
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        String last = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (NUMBER.matcher(last).matches()) {
            throw new AdHocRefusal("is an IPv4 address in a spelling that not everybody reads alike: write it as four decimal"
                    + " numbers without leading zeros (RFC 3986, 3.2.2)");
        }
        return new AdHocHost(text, null);
    }

    boolean isName() {
        return address == null;
    }

    /** An IPv4 address as an IPv6 address. */
    static byte[] mapped(byte[] ipv4) {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        System.arraycopy(ipv4, 0, mapped, 12, 4);
        return mapped;
    }

    private static byte[] ipv6(String text) throws AdHocRefusal {
        if (text.indexOf('%') >= 0) {
            throw new AdHocRefusal("has an IPv6 zone id, which means something on one machine only (RFC 9110, 4.2): use an"
                    + " address without a zone, or a name");
        }
        byte[] bytes = numeric(text).getAddress();
        return bytes.length == 4 ? mapped(bytes) : bytes;
    }

    /** Never looked up: the JDK reads brackets, and dotted quads, as addresses. */
    private static InetAddress numeric(String text) throws AdHocRefusal {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AdHocRefusal("is not an address: correct it");
        }
    }
}
