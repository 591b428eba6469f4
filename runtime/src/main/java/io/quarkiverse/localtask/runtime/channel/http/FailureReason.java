package io.quarkiverse.localtask.runtime.channel.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import jakarta.ws.rs.ProcessingException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.vertx.core.http.HttpClosedException;

/**
 * Why no response came, by the kind of exception alone: the message of an exception may hold the URL, an address, a header or
 * a piece of the payload, and a reason is stored and logged.
 */
final class FailureReason {

    private FailureReason() {
    }

    static String of(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (hasCause(cause, CertificateException.class)) {
            return "TLS: certificate not accepted";
        }
        if (hasCause(cause, SSLException.class)) {
            return "TLS error (" + cause.getClass().getSimpleName() + ")";
        }
        if (cause instanceof AdHocLookups.LookupsHang) {
            return "not sent: look-ups of host names by earlier attempts have not returned";
        }
        if (cause instanceof UnknownHostException) {
            return "unknown host";
        }
        if (cause instanceof ConnectTimeoutException) {
            return "connect timeout";
        }
        if (cause instanceof NoRouteToHostException) {
            return "no route to host";
        }
        if (cause instanceof ConnectException) {
            return "connection refused";
        }
        if (cause instanceof TimeoutException) {
            return "timeout";
        }
        if (cause instanceof HttpClosedException || cause instanceof PrematureChannelClosureException) {
            return "connection closed";
        }
        if (cause instanceof CodecException) {
            return "not an HTTP response";
        }
        if (cause instanceof IOException) {
            return "I/O error (" + cause.getClass().getSimpleName() + ")";
        }
        return "error (" + cause.getClass().getSimpleName() + ")";
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable current = failure;
        while (current.getCause() != null && (current instanceof ProcessingException
                || current instanceof CompletionException || current instanceof ExecutionException)) {
            current = current.getCause();
        }
        return current;
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        Throwable current = failure;
        for (int depth = 0; current != null && depth < 16; depth++) {
            if (type.isInstance(current)) {
                return true;
            }
            current = current.getCause();
        }
        return false;
    }
}
