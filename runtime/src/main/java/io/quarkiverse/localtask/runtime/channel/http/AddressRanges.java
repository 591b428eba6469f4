package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The addresses that no host on the public internet has: the IANA special-purpose address registries for IPv4 and IPv6 (RFC
 * 6890
 * and its updates), and multicast. Of IPv6 only {@code 2000::/3} has been given out (IANA IPv6 address space registry; RFC
 * 4291,
 * 2.4), so everything outside it is special, known or not. An address that holds an IPv4 address within (mapped, compatible,
 * NAT64, 6to4, Teredo) is special whatever it holds: where such a packet ends is decided by a gateway.
 */
final class AddressRanges {

    private static final List<Range> IPV4 = List.of(
            Range.of("unspecified", "0.0.0.0", 8, "RFC 1122, 3.2.1.3"),
            Range.of("private", "10.0.0.0", 8, "RFC 1918"),
            Range.of("shared", "100.64.0.0", 10, "RFC 6598"),
            Range.of("loopback", "127.0.0.0", 8, "RFC 1122, 3.2.1.3"),
            // looks public, and is the host of every virtual machine on Azure, whose secrets it gives away
            Range.of("Azure platform", "168.63.129.16", 32, "Microsoft"),
            Range.of("link-local", "169.254.0.0", 16, "RFC 3927"),
            Range.of("private", "172.16.0.0", 12, "RFC 1918"),
            Range.of("protocol assignment", "192.0.0.0", 24, "RFC 6890"),
            Range.of("documentation", "192.0.2.0", 24, "RFC 5737"),
            Range.of("6to4 relay", "192.88.99.0", 24, "RFC 7526"),
            Range.of("private", "192.168.0.0", 16, "RFC 1918"),
            Range.of("benchmarking", "198.18.0.0", 15, "RFC 2544"),
            Range.of("documentation", "198.51.100.0", 24, "RFC 5737"),
            Range.of("documentation", "203.0.113.0", 24, "RFC 5737"),
            Range.of("multicast", "224.0.0.0", 4, "RFC 5771"),
            Range.of("broadcast", "255.255.255.255", 32, "RFC 919"),
            Range.of("reserved", "240.0.0.0", 4, "RFC 1112, 4"));

    /** The narrow ones first: a name says more than "not given out". */
    private static final List<Range> IPV6 = List.of(
            Range.of("unspecified", "::", 128, "RFC 4291, 2.5.2"),
            Range.of("loopback", "::1", 128, "RFC 4291, 2.5.3"),
            Range.of("IPv4-compatible", "::", 96, "RFC 4291, 2.5.5.1"),
            Range.of("IPv4-mapped", "::ffff:0:0", 96, "RFC 4291, 2.5.5.2"),
            Range.of("NAT64", "64:ff9b::", 96, "RFC 6052"),
            Range.of("NAT64", "64:ff9b:1::", 48, "RFC 8215"),
            Range.of("discard-only", "100::", 64, "RFC 6666"),
            Range.of("Teredo", "2001::", 32, "RFC 4380"),
            Range.of("protocol assignment", "2001::", 23, "RFC 2928"),
            Range.of("documentation", "2001:db8::", 32, "RFC 3849"),
            Range.of("6to4", "2002::", 16, "RFC 3056"),
            Range.of("documentation", "3fff::", 20, "RFC 9637"),
            Range.of("segment routing", "5f00::", 16, "RFC 9602"),
            Range.of("private", "fc00::", 7, "RFC 4193"),
            Range.of("link-local", "fe80::", 10, "RFC 4291, 2.5.6"),
            Range.of("site-local", "fec0::", 10, "RFC 3879"),
            Range.of("multicast", "ff00::", 8, "RFC 4291, 2.7"));

    private static final Range GIVEN_OUT = Range.of("global unicast", "2000::", 3, "RFC 4291, 2.4");

    private AddressRanges() {
    }

    /**
     * @param address 4 or 16 bytes
     * @return the special range it lies in, for people; {@code null} for an address of the public internet
     */
    static String special(byte[] address) {
        for (Range range : address.length == 4 ? IPV4 : IPV6) {
            if (range.contains(address)) {
                return range.toString();
            }
        }
        return address.length == 4 || GIVEN_OUT.contains(address) ? null : "reserved (outside 2000::/3, RFC 4291, 2.4)";
    }

    private record Range(String kind, String text, byte[] first, int bits, String source) {

        static Range of(String kind, String first, int bits, String source) {
            return new Range(kind, first, bytes(first), bits, source);
        }

        /** The JDK turns a mapped address into the IPv4 address within. */
        private static byte[] bytes(String address) {
            try {
                byte[] bytes = InetAddress.getByName(address).getAddress();
                return address.indexOf(':') >= 0 && bytes.length == 4 ? AdHocHost.mapped(bytes) : bytes;
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }

        boolean contains(byte[] address) {
            int whole = bits / 8;
            for (int i = 0; i < whole; i++) {
                if (address[i] != first[i]) {
                    return false;
                }
            }
            int rest = bits % 8;
            return rest == 0 || ((address[whole] ^ first[whole]) & 0xff) >> (8 - rest) == 0;
        }

        @Override
        public String toString() {
            return kind + " (" + text + "/" + bits + ", " + source + ")";
        }
    }
}
