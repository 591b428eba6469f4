package io.quarkiverse.localtask.spi;

import java.util.Map;

/**
 * Adds headers to each attempt, for example a bearer token. A CDI bean of this type is asked before every HTTP attempt, on a
 * worker
 * thread, so it may block (fetch a token). What it returns is never stored. It wins over the destination's configured headers.
 * An exception counts as a failed attempt.
 * <p>
 * It is not asked for messages that bring their own URL ({@code TaskMessage.http(URI)}): a token made for one partner must not
 * go to whatever host a message names.
 */
public interface DestinationHeaders {

    /**
     * @param delivery what is about to be sent
     * @return headers to add, or an empty map
     */
    Map<String, String> headers(Delivery delivery);
}
