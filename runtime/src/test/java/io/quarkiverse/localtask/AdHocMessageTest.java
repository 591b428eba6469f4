package io.quarkiverse.localtask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A target that no configuration names is checked where it is given. */
class AdHocMessageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "ftp://partner.example/a | absolute http or https URL",
            "/a/b | absolute http or https URL",
            "mailto:a@partner.example | absolute http or https URL",
            "https://user:s3cret@partner.example/ | quarkus.local-task.destinations.<name>.headers.Authorization",
            "https://partner_with_underscore:1x/ | no host",
            "https:///path | no host",
            "https://partner.example/a#part | fragment",
            "https://partner.example:0/ | port outside 1 to 65535",
            "https://partner.example:65536/ | port outside 1 to 65535",
            "https://partner.example:99999999999/ | no host",
            "https://[fe80::1%eth0]/ | zone id",
            "https://[fe80::1%25eth0]/ | zone id",
            "https://partner.example/caf\u00e9 | index 27: percent-encode it",
            "https://partner.example/?q=\u20ac | percent-encode it",
            "https://b\u00fccher.example/ | xn-- form",
            "https://%6c%6fcalhost/ | no host",
            "https://127.1/ | no host" })
    void urlThatCannotBeSentIsRefused(String url, String reason) {
        assertThatThrownBy(() -> TaskMessage.http(URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void secretHeaderNamesTheRemedy() {
        assertThatThrownBy(() -> TaskMessage.http(URI.create("https://partner.example/")).header("Cookie", "x=s3cret"))
                .hasMessageContaining("quarkus.local-task.destinations.<name>.headers.Cookie=${...}")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void methodAndRoutingKeyBelongToTheirKind() {
        assertThat(TaskMessage.http(URI.create("https://partner.example/")).method("put").build().method()).isEqualTo("PUT");
        assertThat(TaskMessage.http(URI.create("https://partner.example/")).build().method()).isEqualTo("POST");
        assertThatThrownBy(() -> TaskMessage.http(URI.create("https://partner.example/")).method("TRACE"))
                .hasMessageContaining("TRACE").hasMessageContaining("PATCH");
        assertThatThrownBy(() -> TaskMessage.to("erp").method("PUT"))
                .hasMessageContaining("quarkus.local-task.destinations.<name>.method");
        assertThatThrownBy(() -> TaskMessage.http(URI.create("https://partner.example/")).routingKey("a"))
                .hasMessageContaining("broker");
        assertThat(TaskMessage.mq("orders").routingKey("").build().routingKey()).isEmpty();
        assertThatThrownBy(() -> TaskMessage.mq("orders").routingKey("é".repeat(128))).hasMessageContaining("256 bytes");
    }

    @Test
    void textOfAMessageHoldsNoUrl() {
        assertThat(TaskMessage.http(URI.create("https://partner.example/?token=s3cret")).build().toString())
                .doesNotContain("s3cret").doesNotContain("partner");
    }
}
