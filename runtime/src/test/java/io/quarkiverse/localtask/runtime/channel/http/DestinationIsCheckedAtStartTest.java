package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.runtime.config.Destination;

class DestinationIsCheckedAtStartTest {

    @ParameterizedTest
    @ValueSource(strings = { "http://host/path", "https://host:8443/a%20b?c=d&e", "HTTP://Host", "http://[::1]:8081/hook",
            "http://10.0.0.1/", "https://host?x=1", "http://xn--bcher-kva.example/" })
    void aLegalUrlPasses(String url) {
        assertThat(problems(url)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ ",is not set", "'',is not set", "/hook,absolute", "host/hook,absolute", "ftp://host/,absolute",
            "mailto:a@b,absolute", "http:///hook,host name", "http://,not a URL", "http://s3cret:pw@host/,user-info",
            "http://s3cret@my_host/,user-info", "http://my_service/,underscore", "http://host/#s3cret,fragment",
            "http://host:0/,port", "http://host:70000/,port", "http://host/s3cret path,a space at index 18",
            "http://host/s3cret\tpath,visible ASCII",
            "http://host/{s3cret},not a URL", "http://host/a|b,not a URL", "http://host/100%,not a URL",
            "http://b\u00fccher.example/,xn--", "http://[fe80::1%25eth0]/,zone", "http://[fe80::1%eth0]/,zone",
            "http://[::1/,not a URL" })
    void anIllegalUrlIsNamedWithoutItsValue(String url, String problem) {
        List<String> problems = problems(url);
        assertThat(problems).singleElement().asString().startsWith("quarkus.local-task.destinations.partner.url ")
                .contains(problem).doesNotContain("s3cret");
    }

    @Test
    void everythingThatIsWrongWithAUrlIsNamedAtOnce() {
        assertThat(problems("htp://local host/x")).satisfiesExactly(
                scheme -> assertThat(scheme).contains("start it with http://"),
                space -> assertThat(space).contains("holds a space at index 11"));
        assertThat(problems("ftp://s3cret:pw@host:0/#x")).hasSize(4).noneMatch(text -> text.contains("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "GET", "POST", "PUT", "PATCH", "DELETE", "post" })
    void aKnownMethodPasses(String method) {
        assertThat(HttpDestinationCheck.problems(destination("http://h/", method, Map.of(), null))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "HEAD", "TRACE", "CONNECT", "OPTIONS", "", "PO ST" })
    void anUnknownMethodIsNamed(String method) {
        assertThat(HttpDestinationCheck.problems(destination("http://h/", method, Map.of(), null)))
                .singleElement().asString().startsWith("quarkus.local-task.destinations.partner.method ");
    }

    @ParameterizedTest
    @ValueSource(strings = { "Host", "content-length", "Transfer-Encoding", "Connection", "TE", "Content-Type",
            "Idempotency-Key", "Local-Task-Attempt", "a b" })
    void aHeaderThatIsNotTheUsersIsNamed(String name) {
        assertThat(HttpDestinationCheck.problems(destination("http://h/", "POST", Map.of(name, "s3cret"), null)))
                .singleElement().asString().startsWith("quarkus.local-task.destinations.partner.headers." + name + " ")
                .doesNotContain("s3cret");
    }

    @Test
    void everyProblemIsReportedAtOnce() {
        assertThat(HttpDestinationCheck.problems(
                destination("ftp://h/", "HEAD", Map.of("X", "s3cret\r\n", "A", "1", "a", "2"), "text/\u00e9")))
                .hasSize(5).noneMatch(text -> text.contains("s3cret"));
    }

    @Test
    void aNameWithDotsIsQuotedAsInConfiguration() {
        Destination dotted = new Destination("a.b", "http", null, "POST", Map.of(), Optional.empty(), Duration.ofSeconds(1), 1,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(), null);
        assertThat(HttpDestinationCheck.problems(dotted)).singleElement().asString()
                .startsWith("quarkus.local-task.destinations.\"a.b\".url ");
    }

    private static List<String> problems(String url) {
        return HttpDestinationCheck.problems(destination(url, "POST", Map.of("Authorization", "Bearer x"), "text/plain"));
    }

    private static Destination destination(String url, String method, Map<String, String> headers, String contentType) {
        return new Destination("partner", "http", url, method, headers, Optional.ofNullable(contentType),
                Duration.ofSeconds(1), 1, Duration.ofSeconds(1), Optional.empty(), Optional.empty(), null);
    }
}
