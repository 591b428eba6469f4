package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.runtime.config.AllowedHosts;
import io.quarkiverse.localtask.spi.Delivery;

/** What is not on the public internet is no target of a message, however it is written. */
class SpecialAddressesAreRefusedTest {

    private static final AdHocGuard PRODUCTION = new AdHocGuard(AllowedHosts.of(List.of()), false);
    private static final AdHocGuard DEVELOPMENT = new AdHocGuard(AllowedHosts.of(List.of()), true);

    /** The first and the last address of each range. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "0.0.0.0 | unspecified", "0.255.255.255 | unspecified",
            "10.0.0.0 | RFC 1918", "10.255.255.255 | RFC 1918",
            "100.64.0.0 | RFC 6598", "100.127.255.255 | RFC 6598",
            "127.0.0.0 | loopback", "127.0.0.1 | loopback", "127.255.255.255 | loopback",
            "168.63.129.16 | Azure",
            "169.254.0.0 | link-local", "169.254.169.254 | link-local", "169.254.255.255 | link-local",
            "172.16.0.0 | RFC 1918", "172.31.255.255 | RFC 1918",
            "192.0.0.0 | RFC 6890", "192.0.0.255 | RFC 6890",
            "192.0.2.0 | documentation", "192.0.2.255 | documentation",
            "192.88.99.0 | 6to4", "192.88.99.255 | 6to4",
            "192.168.0.0 | RFC 1918", "192.168.255.255 | RFC 1918",
            "198.18.0.0 | benchmarking", "198.19.255.255 | benchmarking",
            "198.51.100.0 | documentation", "198.51.100.255 | documentation",
            "203.0.113.0 | documentation", "203.0.113.255 | documentation",
            "224.0.0.0 | multicast", "239.255.255.255 | multicast",
            "240.0.0.0 | reserved", "255.255.255.254 | reserved",
            "255.255.255.255 | broadcast",
            "[::] | unspecified", "[0:0:0:0:0:0:0:0] | unspecified",
            "[::1] | loopback", "[0:0:0:0:0:0:0:1] | loopback", "[0000::0001] | loopback", "[::0.0.0.1] | loopback",
            "[::2] | IPv4-compatible", "[::127.0.0.1] | IPv4-compatible", "[::ffff:ffff] | IPv4-compatible",
            "[::FFFF:127.0.0.1] | IPv4-mapped", "[::ffff:7f00:1] | IPv4-mapped", "[::ffff:0:0] | IPv4-mapped",
            "[::ffff:10.0.0.1] | IPv4-mapped", "[0:0:0:0:0:FFFF:8.8.8.8] | IPv4-mapped",
            "[64:ff9b::] | NAT64", "[64:ff9b::127.0.0.1] | NAT64", "[64:ff9b::ffff:ffff] | NAT64",
            "[64:ff9b:1::] | NAT64", "[64:ff9b:1:ffff:ffff:ffff:ffff:ffff] | NAT64",
            "[100::1] | discard-only",
            "[2001::1] | Teredo", "[2001:0:4136:e378:8000:63bf:3fff:fdd2] | Teredo",
            "[2001:2::1] | protocol assignment", "[2001:1ff:ffff::1] | protocol assignment",
            "[2001:db8::1] | documentation", "[2001:DB8:FFFF:ffff::1] | documentation",
            "[2002::1] | 6to4", "[2002:7f00:1::1] | 6to4", "[2002:ffff:ffff::1] | 6to4",
            "[3fff::1] | documentation", "[3fff:fff:ffff::1] | documentation",
            "[5f00::1] | segment routing",
            "[fc00::1] | RFC 4193", "[fdff:ffff::1] | RFC 4193", "[FD12:3456::1] | RFC 4193",
            "[fe80::1] | link-local", "[febf::1] | link-local",
            "[fec0::1] | site-local", "[feff::1] | site-local",
            "[ff00::1] | multicast", "[ff02::1] | multicast", "[ffff::1] | multicast",
            "[200::1] | outside 2000::/3", "[1fff::1] | outside 2000::/3", "[4000::1] | outside 2000::/3",
            "[64:ff9b:2::1] | outside 2000::/3", "[::1:0:0:1] | outside 2000::/3" })
    void addressesInUrls(String host, String rule) {
        assertThatThrownBy(() -> accept("http://" + host + "/", PRODUCTION))
                .isInstanceOf(AdHocRefusal.class)
                .hasMessageContaining(rule)
                .hasMessageContaining("quarkus.local-task.http.allow-private-addresses")
                .hasMessageContaining("quarkus.local-task.http.allowed-hosts");
        assertThatCode(() -> accept("http://" + host + "/", DEVELOPMENT)).doesNotThrowAnyException();
    }

    /** The neighbours of each range. */
    @ParameterizedTest
    @ValueSource(strings = { "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
            "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "[2000::1]", "[2001:200::1]",
            "[2001:db7:ffff::1]", "[2001:db9::1]", "[2003::1]", "[3ffe:ffff::1]", "[3fff:1000::1]",
            "[2606:4700:4700::1111]", "PARTNER.example", "partner.example.", "xn--bcher-kva.example", "10.example", "localhost",
            "0x7f.example" })
    void addressesOfTheInternetAndNamesAreNot(String host) {
        assertThatCode(() -> accept("http://" + host + ":8080/", PRODUCTION)).doesNotThrowAnyException();
    }

    /** Some resolvers read these as 127.0.0.1; in every mode it is not for us to guess. */
    @ParameterizedTest
    @ValueSource(strings = { "2130706433", "017700000001", "0x7f000001", "0X7F000001", "127.1", "127.0.1", "0x7f.1",
            "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "127.0.0.001", "0177.0.0.0x1", "127.0.0.1.", "127.0.0.1..", "localhost..",
            "1.2.3.4.5", "256.1.1.1", "999.1", "0", "0x", "a.1", "a.0x1", "a.0x", "%6c%6fcalhost", "127%2e0%2e0%2e1",
            "lo%00cal",
            "①②⑦.0.0.1", "ⓛocalhost", "bücher.example", "127。0。0。1", "local_host", "-a.example", "a-.example", "a..b", ".a", "",
            "[::1", "::1", "[127.0.0.1]", "[::g]", "[1::2::3]", "[::1].example", "[fe80::1%eth0]", "[fe80::1%25eth0]",
            "[::1%1]",
            "[v1.a]", "a b", "a\\b", "a@b", "127.0.0.1@partner.example", "a:b@c", "a:b" })
    void oddSpellingsAreRefusedInEveryMode(String host) {
        for (AdHocGuard guard : List.of(PRODUCTION, DEVELOPMENT, new AdHocGuard(AllowedHosts.of(List.of("localhost")), true))) {
            assertThatThrownBy(() -> accept("http://" + host + "/", guard))
                    .isInstanceOfAny(AdHocRefusal.class, IllegalArgumentException.class);
            // as a row that somebody has changed by hand
            assertThatThrownBy(() -> AdHocTarget.of(Map.of(Delivery.URL, "http://" + host + "/"), guard))
                    .isInstanceOf(AdHocRefusal.class);
        }
    }

    @Test
    void rowWithoutUsableUrlIsRefused() {
        assertThatThrownBy(() -> AdHocTarget.of(Map.of(), DEVELOPMENT)).isInstanceOf(AdHocRefusal.class);
        for (String url : List.of("ftp://a.example/", "http://a.example:0/", "http://a.example:65536/", "/path", "not a URL")) {
            assertThatThrownBy(() -> AdHocTarget.of(Map.of(Delivery.URL, url), DEVELOPMENT)).isInstanceOf(AdHocRefusal.class);
        }
    }

    @Test
    void oneRefusedAddressOfNameIsEnough() throws Exception {
        InetAddress good = InetAddress.getByName("93.184.216.34");
        InetAddress bad = InetAddress.getByName("10.0.0.1");
        InetAddress mapped = InetAddress.getByAddress("partner.example", AdHocHost.mapped(bad.getAddress()));

        assertThatCode(() -> PRODUCTION.check(new InetAddress[] { good })).doesNotThrowAnyException();
        for (InetAddress[] addresses : new InetAddress[][] { { bad }, { good, bad }, { bad, good }, { good, mapped } }) {
            assertThatThrownBy(() -> PRODUCTION.check(addresses)).isInstanceOf(AdHocRefusal.class)
                    .hasMessageContaining("RFC 1918")
                    .hasMessageContaining("quarkus.local-task.http.allowed-hosts")
                    .hasMessageNotContaining("10.0.0.1");
        }
        assertThatCode(() -> DEVELOPMENT.check(new InetAddress[] { good, bad })).doesNotThrowAnyException();
    }

    @Test
    void listOfHostsDecidesAlone() throws Exception {
        for (boolean allowPrivate : new boolean[] { true, false }) {
            AdHocGuard guard = new AdHocGuard(AllowedHosts.of(List.of("hooks.internal", "*.partner.example", "10.0.0.1")),
                    allowPrivate);
            for (String host : List.of("hooks.internal", "HOOKS.internal.", "a.partner.example", "10.0.0.1")) {
                assertThatCode(() -> guard.check(host)).doesNotThrowAnyException();
            }
            guard.check(new InetAddress[] { InetAddress.getLoopbackAddress() });
            for (String host : List.of("partner.example", "public.example", "10.0.0.2", "xhooks.internal", "93.184.216.34",
                    "apartner.example", "a.partner.example.evil.example")) {
                assertThatThrownBy(() -> guard.check(host)).isInstanceOf(AdHocRefusal.class)
                        .hasMessageContaining("quarkus.local-task.http.allowed-hosts")
                        .hasMessageNotContaining(host);
            }
        }
    }

    @Test
    void familiesAreTriedInTurn() throws Exception {
        InetAddress[] addresses = { InetAddress.getByName("2606:4700::1"), InetAddress.getByName("2606:4700::2"),
                InetAddress.getByName("2606:4700::3"), InetAddress.getByName("9.9.9.9") };
        assertThat(AddressOrder.alternating(addresses, 3)).containsExactly("2606:4700:0:0:0:0:0:1", "9.9.9.9",
                "2606:4700:0:0:0:0:0:2");
        assertThat(AddressOrder.alternating(addresses, 9)).hasSize(4);
        // a name inside would become the key of the connection pool
        assertThat(AddressOrder.alternating(new InetAddress[] { InetAddress.getByAddress("partner.example",
                new byte[] { 9, 9, 9, 9 }) }, 4)).containsExactly("9.9.9.9");
    }

    private static void accept(String url, AdHocGuard guard) throws AdHocRefusal {
        TaskMessage message = TaskMessage.http(URI.create(url)).build();
        AdHocTarget.of(Map.of(Delivery.URL, message.uri().toString(), Delivery.METHOD, message.method()), guard);
    }
}
