package io.quarkiverse.localtask.runtime.channel.http;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Reads the field {@code Retry-After} (RFC 9110, 10.2.3): whole seconds, or a date in one of the three forms of RFC 9110,
 * 5.6.7.
 * A date is measured against the response's own {@code Date}, so that the two clocks need not agree; only without it against
 * the local one. What cannot be read, and what lies in the past, is as if it were absent.
 */
final class RetryAfter {

    /** Far above any {@code retry.max-delay}, far below the overflow of nanoseconds in a {@code long}. */
    static final Duration MAX = Duration.ofDays(36_525);

    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, LocalDate.of(1990, 1, 1))
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ENGLISH);
    private static final DateTimeFormatter ASCTIME = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .appendPattern("EEE MMM ppd HH:mm:ss yyyy")
            .toFormatter(Locale.ENGLISH);

    private RetryAfter() {
    }

    /**
     * @param value the field, or {@code null}
     * @param date the response's {@code Date}, or {@code null}
     * @param clock used when {@code date} is absent or cannot be read
     * @return how long to wait, at most {@link #MAX}; {@code null} if the field says nothing usable
     */
    static Duration parse(String value, String date, Clock clock) {
        if (value == null) {
            return null;
        }
        String text = value.strip();
        if (isDigits(text)) {
            return text.length() > 18 ? MAX : min(Duration.ofSeconds(Long.parseLong(text)));
        }
        Instant until = instant(text);
        if (until == null) {
            return null;
        }
        Instant from = date == null ? null : instant(date.strip());
        Duration wait = Duration.between(from == null ? clock.instant() : from, until);
        return wait.isNegative() ? null : min(wait);
    }

    private static Duration min(Duration wait) {
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Instant instant(String text) {
        if (text.isEmpty() || text.length() > 64) {
            return null;
        }
        try {
            return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        } catch (DateTimeException e) {
            Instant instant = utc(text, RFC_850);
            return instant != null ? instant : utc(text, ASCTIME);
        }
    }

    private static Instant utc(String text, DateTimeFormatter form) {
        try {
            return LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
