package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLHandshakeException;

import jakarta.ws.rs.ProcessingException;

import org.junit.jupiter.api.Test;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.http.HttpClosedException;

class ReasonsHoldNoSecretTest {

    private static final String SECRET = "http://s3cret@host/";

    @Test
    void onlyTheKindIsTold() {
        Map<Throwable, String> reasons = Map.of(
                new UnknownHostException(SECRET), "unknown host",
                new ConnectException(SECRET), "connection refused",
                new ConnectTimeoutException(SECRET), "connect timeout",
                new TimeoutException(SECRET), "timeout",
                new HttpClosedException(SECRET), "connection closed",
                new DecoderException(SECRET), "not an HTTP response",
                new SSLHandshakeException(SECRET), "TLS error (SSLHandshakeException)",
                new SSLHandshakeException(SECRET).initCause(new CertificateException(SECRET)), "TLS: certificate not accepted",
                new ProcessingException(new IOException(SECRET)), "I/O error (IOException)",
                new IllegalStateException(SECRET), "error (IllegalStateException)");
        reasons.forEach((failure, reason) -> assertThat(FailureReason.of(failure)).isEqualTo(reason));
    }
}
