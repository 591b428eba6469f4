package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.spi.Delivery;

class HeadersOfAnAttemptTest {

    @Test
    void beansWinOverTheMessageWhichWinsOverConfiguration() {
        Map<String, String> merged = HttpHeaders.merge(Map.of("A", "c", "B", "c", "C", "c"),
                delivery("t", Map.of("b", "m", "c", "m")), List.of(Map.of("C", "weak", "D", "weak"), Map.of("d", "strong")));
        assertThat(merged).hasSize(7).containsEntry("a", "c").containsEntry("B", "m").containsEntry("C", "weak")
                .containsEntry("D", "strong").containsEntry("Idempotency-Key", "t").containsEntry("Local-Task-Attempt", "3")
                .containsEntry("Content-Type", "text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = { "Host", "content-length", "Transfer-Encoding", "Connection", "Content-Type", "idempotency-key",
            "LOCAL-TASK-ATTEMPT", "Expect", "a b", "", "a:b" })
    void aBeanCannotSetWhatIsNotItsOwn(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpHeaders.merge(Map.of(), delivery("t", Map.of()), List.of(Map.of(name, "s3cret"))))
                .withMessageContaining("'" + name + "'").withMessageNotContainingAny("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = { "a\r\nInjected: 1", "a\nb", "\u0000", " a", "a ", "\u00e9" })
    void aValueThatBreaksTheHeadIsRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpHeaders.merge(Map.of(), delivery("t", Map.of()), List.of(Map.of("X", value))));
    }

    @Test
    void aBeanThatReturnsNullAddsNothing() {
        assertThat(HttpHeaders.merge(Map.of(), delivery("t", Map.of()), java.util.Collections.singletonList(null))).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({ "order:4711,order:4711", "0192e4a0-7c3b-7000-8000-0123456789ab,0192e4a0-7c3b-7000-8000-0123456789ab",
            "'a b',a%20b", "50%,50%25", "\u8ba2\u5355:1,%E8%AE%A2%E5%8D%95:1", "a\u00e9b,a%C3%A9b", "' a',%20a" })
    void theIdempotencyKeyIsTheTaskIdAndStaysUnique(String taskId, String sent) {
        assertThat(HttpHeaders.idempotencyKey(taskId)).isEqualTo(sent);
    }

    private static Delivery delivery(String taskId, Map<String, String> headers) {
        return new Delivery(taskId, "n", "partner", 3, new byte[0], "text/plain", headers, Map.of(), Duration.ofSeconds(1));
    }
}
