package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorTextFitsTheColumnTest {

    private static final String GRIN = "\ud83d\ude00";

    @Test
    void isCutAtACharacterBoundary() {
        assertThat(ErrorText.clean("x".repeat(500))).hasSize(500);
        assertThat(ErrorText.clean("x".repeat(498) + GRIN + "y")).isEqualTo("x".repeat(498) + GRIN);
        assertThat(ErrorText.clean("x".repeat(499) + GRIN + "y")).isEqualTo("x".repeat(499));
        assertThat(ErrorText.clean("x".repeat(100_000))).hasSize(500);
    }

    @Test
    void holdsNoControlCharacterAndNoHalfSurrogate() {
        assertThat(ErrorText.clean("a\u0000b\nc\u007f")).isEqualTo("a b c ");
        assertThat(ErrorText.clean("a\ud83db\ude00")).isEqualTo("a\ufffdb\ufffd");
        assertThat(ErrorText.clean("a\ud83d")).isEqualTo("a\ufffd");
    }

    @Test
    void survivesAMissingMessage() {
        assertThat(ErrorText.clean(null)).isNull();
    }
}
