package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of hosts with something else in it would protect less than it seems to. */
class AllowedHostsAreCheckedTest {

    @ParameterizedTest
    @ValueSource(strings = { "*", "*.", "a.*.example", "a*.example", "http://a.example", "a.example:8080", "a.example/hooks",
            "a_b.example", "10.0.0.0/8", "*.1.2.3", "127.1", "2130706433", "0x7f.1", "[::1", "::g", "fe80::1%eth0", "[::1]:80",
            "-a.example", "b\u00fccher.example" })
    void whatIsNoHostFailsTheStart(String host) {
        assertThatThrownBy(() -> TestConfig.of("http.allowed-hosts=ok.example," + host).settings())
                .hasMessageContaining("quarkus.local-task.http.allowed-hosts=" + host)
                .hasMessageNotContaining("ok.example");
    }

    @Test
    void hostsAreReadInAnySpelling() {
        Settings settings = TestConfig.of("http.allowed-hosts=Hooks.Example, *.Partner.example. ,10.1.2.3,[0::1],2001:DB8::2,"
                + "*.internal").settings();
        AllowedHosts hosts = AllowedHosts.of(settings.run().http().allowedHosts().orElseThrow());

        assertThat(List.of("hooks.example", "HOOKS.EXAMPLE.", "a.partner.example", "a.b.PARTNER.example", "10.1.2.3", "[::1]",
                "[2001:db8:0::2]", "x.internal")).allMatch(hosts::contains);
        assertThat(
                List.of("example", "partner.example", "xpartner.example", "10.1.2.30", "[::2]", "internal", "a.hooks.example",
                        "hooks.example.evil"))
                .noneMatch(hosts::contains);
        assertThat(hosts.isEmpty()).isFalse();
    }

    @Test
    void emptyListIsNone() {
        Settings settings = TestConfig.of("http.allowed-hosts=").settings();
        assertThat(AllowedHosts.of(settings.run().http().allowedHosts().orElse(List.of())).isEmpty()).isTrue();
    }
}
