package io.quarkiverse.localtask.runtime.channel.http;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;

/**
 * Runs after every filter of the application: those see our requests too, and may add headers (trace context, a company
 * header),
 * but the task id, the attempt and the content type are the extension's promise.
 */
final class OwnHeadersFilter implements ClientRequestFilter {

    @Override
    public void filter(ClientRequestContext request) {
        HttpExchange exchange = HttpExchange.current();
        if (exchange != null) {
            exchange.ownHeaders().forEach(request.getHeaders()::putSingle);
        }
    }
}
