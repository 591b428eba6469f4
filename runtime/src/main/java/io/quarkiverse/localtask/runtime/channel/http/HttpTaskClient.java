package io.quarkiverse.localtask.runtime.channel.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.RestHeader;

import io.quarkus.rest.client.reactive.Url;
import io.smallrye.mutiny.Uni;

/**
 * The REST client of all destinations: a method per verb, the URL comes with the call. Public because the proxy that Quarkus
 * generates for it is loaded by another class loader; nothing for users. {@code @Consumes} only chooses the body writer: the
 * content type on the wire is the one of the headers.
 */
@Consumes(MediaType.APPLICATION_OCTET_STREAM)
public interface HttpTaskClient {

    @GetWithBody
    Uni<Response> get(@Url String url, @RestHeader Map<String, String> headers, byte[] body);

    @POST
    Uni<Response> post(@Url String url, @RestHeader Map<String, String> headers, byte[] body);

    @PUT
    Uni<Response> put(@Url String url, @RestHeader Map<String, String> headers, byte[] body);

    @PATCH
    Uni<Response> patch(@Url String url, @RestHeader Map<String, String> headers, byte[] body);

    @DELETE
    Uni<Response> delete(@Url String url, @RestHeader Map<String, String> headers, byte[] body);

    /** Sends by the method's name, which {@link HttpDestinationCheck} has checked. */
    default Uni<Response> send(String method, String url, Map<String, String> headers, byte[] body) {
        return switch (method) {
            case "GET" -> get(url, headers, body);
            case "POST" -> post(url, headers, body);
            case "PUT" -> put(url, headers, body);
            case "PATCH" -> patch(url, headers, body);
            case "DELETE" -> delete(url, headers, body);
            default -> throw new IllegalArgumentException("HTTP method '" + method + "' is not supported");
        };
    }

    /** A GET whose body is meant: with {@code @GET} every build of an application would warn about it. */
    @HttpMethod("GET")
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface GetWithBody {
    }
}
