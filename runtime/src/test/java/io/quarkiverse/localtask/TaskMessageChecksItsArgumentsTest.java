package io.quarkiverse.localtask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TaskMessageChecksItsArgumentsTest {

    private final TaskMessage.Builder builder = TaskMessage.to("erp");

    @Test
    void lengths() {
        assertThat(builder.id("i".repeat(64)).build().id()).hasSize(64);
        refused(() -> builder.id("i".repeat(65)), "id has 65 characters");
        refused(() -> builder.name("n".repeat(256)), "name has 256");
        refused(() -> TaskMessage.to("d".repeat(65)), "destination has 65");
        refused(() -> builder.header("X", "v".repeat(4097)), "'X' has 4097");
    }

    @Test
    void blanksAndControlCharacters() {
        refused(() -> builder.id(" "), "id is blank");
        refused(() -> builder.id("order-1 "), "id begins or ends with white space");
        refused(() -> builder.id("a\nb"), "id holds a control character at index 1");
        refused(() -> builder.header("X-A\r\nX-B", "v"), "header name holds a control character");
        refused(() -> builder.header("X A", "v"), "'X A'", "RFC 9110");
        refused(() -> builder.header("X", "a\r\nb"), "value of header 'X'", "index 1", "not shown");
        refused(() -> builder.header("X", "é"), "visible ASCII");
        refused(() -> builder.id("a\ud83d"), "lone surrogate");
    }

    @Test
    void headersThatAreNotTheMessages() {
        for (String framing : new String[] { "Host", "content-length", "Transfer-Encoding", "Expect", "Connection" }) {
            refused(() -> builder.header(framing, "x"), framing, "HTTP client");
        }
        refused(() -> builder.header("Content-Type", "x"), "contentType(...)");
        refused(() -> builder.header("Idempotency-Key", "x"), "id(...)");
        refused(() -> builder.header("Local-Task-Attempt", "x"), "set by the extension");
        refused(() -> builder.header("X", " x"), "space", "strip");
    }

    @Test
    void oneHeaderPerName() {
        assertThat(builder.header("X-Kind", "a").header("x-kind", "b").build().headers()).isEqualTo(Map.of("x-kind", "b"));
    }

    @Test
    void payloadsThatNoColumnCanHold() {
        refused(() -> builder.payload("a\u0000b"), "NUL", "byte[]");
        refused(() -> builder.payload("a\ud83d"), "lone surrogate");
        assertThat(builder.payload("a\ud83d\ude80").build().payload()).isEqualTo("a\ud83d\ude80");
    }

    @Test
    void times() {
        refused(() -> builder.delay(Duration.ofMillis(-1)), "delay is negative");
        refused(() -> builder.delay(Duration.ofDays(4000)), "longer than 10 years");
        refused(() -> builder.notBefore(Instant.MAX), "notBefore");
        refused(() -> builder.houseNumber(-1), "houseNumber is -1");
        assertThat(builder.delay(Duration.ZERO).build().delay()).isNull();
    }

    @Test
    void nothingSecretInItsText() {
        assertThat(builder.id("i").payload("sesame").header("X", "sesame").build().toString()).contains("i", "erp")
                .doesNotContain("sesame");
    }

    @Test
    void bytesAreItsOwn() {
        byte[] bytes = { 1, 2 };
        TaskMessage message = builder.payload(bytes).build();
        bytes[0] = 9;
        ((byte[]) message.payload())[1] = 9;
        assertThat((byte[]) message.payload()).containsExactly(1, 2);
    }

    private static void refused(ThrowingCallable call, String... texts) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(texts);
    }
}
