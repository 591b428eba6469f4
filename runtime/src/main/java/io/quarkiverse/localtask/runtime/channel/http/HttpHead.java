package io.quarkiverse.localtask.runtime.channel.http;

import io.vertx.core.http.HttpClientResponse;

/**
 * What decides an attempt's outcome: the head of the response. The body never does.
 *
 * @param status the status code
 * @param retryAfter the field {@code Retry-After} as received, or {@code null}
 * @param date the field {@code Date} as received, or {@code null}
 */
record HttpHead(int status, String retryAfter, String date) {

    static HttpHead of(HttpClientResponse response) {
        return new HttpHead(response.statusCode(), response.getHeader("Retry-After"), response.getHeader("Date"));
    }
}
