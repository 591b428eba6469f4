package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterIsReadTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("1994-11-06T08:49:37Z"), ZoneOffset.UTC);
    private static final String A_MINUTE_LATER = "Sun, 06 Nov 1994 08:50:37 GMT";

    @ParameterizedTest
    @CsvSource({ "0,0", "1,1", "120,120", "' 5 ',5", "007,7", "315360000,315360000" })
    void secondsAreTaken(String value, long seconds) {
        assertThat(RetryAfter.parse(value, null, CLOCK)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = { "3155760001", "9223372036854775807", "9223372036854775808", "99999999999999999999999999" })
    void absurdSecondsAreCutToWhatANanosecondLongHolds(String value) {
        assertThat(RetryAfter.parse(value, null, CLOCK)).isEqualTo(RetryAfter.MAX);
        assertThat(RetryAfter.MAX.toNanos()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = { A_MINUTE_LATER, "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994" })
    void allThreeFormsOfADateAreTaken(String value) {
        assertThat(RetryAfter.parse(value, null, CLOCK)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aDateIsMeasuredAgainstTheResponsesOwnDate() {
        assertThat(RetryAfter.parse("Wed, 01 Jan 2031 00:00:30 GMT", "Wed, 01 Jan 2031 00:00:00 GMT", CLOCK))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(RetryAfter.parse(A_MINUTE_LATER, "yesterday", CLOCK)).isEqualTo(Duration.ofMinutes(1));
        assertThat(RetryAfter.parse("Fri, 31 Dec 9999 23:59:59 GMT", null, CLOCK)).isEqualTo(RetryAfter.MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "-1", "+1", "1.5", "1e3", "soon", "0x10", "\u0661", "5 seconds", "120, 60",
            "Mon, 06 Nov 1994 08:50:37 GMT", "Sun, 06 Nov 1994 08:48:37 GMT", "Sun, 06 Nov 1994", "1994-11-06T08:50:37Z" })
    void whatCannotBeReadOrIsOverIsIgnored(String value) {
        assertThat(RetryAfter.parse(value, null, CLOCK)).isNull();
    }

    @Test
    void absenceSaysNothing() {
        assertThat(RetryAfter.parse(null, A_MINUTE_LATER, CLOCK)).isNull();
    }
}
