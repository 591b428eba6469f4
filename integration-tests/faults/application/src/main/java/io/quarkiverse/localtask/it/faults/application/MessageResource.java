package io.quarkiverse.localtask.it.faults.application;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import io.quarkiverse.localtask.TaskMessage;
import io.smallrye.common.annotation.Blocking;

/** Accepts a message of any form; what the extension refuses is answered with 400 and its reason. */
@Path("/messages")
@Blocking
public class MessageResource {

    private final OrderService service;

    MessageResource(OrderService service) {
        this.service = service;
    }

    /**
     * @param destination its name, unless there is a URL
     * @param uri where an ad hoc message goes
     * @param form {@code bytes}: the body of the request; {@code text}: its UTF-8 text; {@code utf-16}: the text of its UTF-16
     *        code units, lone surrogates included, as a String of the caller's may have them
     * @param size so many letters instead of the body
     */
    @POST
    @ResponseStatus(201)
    public String accept(@QueryParam("id") String id, @QueryParam("to") String destination, @QueryParam("uri") String uri,
            @QueryParam("form") @DefaultValue("bytes") String form, @QueryParam("size") @DefaultValue("-1") int size,
            @QueryParam("header") String header, @QueryParam("value") String value, byte[] body) {
        TaskMessage.Builder message = uri == null ? TaskMessage.to(destination) : TaskMessage.http(URI.create(uri));
        if (id != null) {
            message.id(id);
        }
        if (header != null) {
            message.header(header, value);
        }
        byte[] bytes = size < 0 ? body == null ? new byte[0] : body : "x".repeat(size).getBytes(StandardCharsets.UTF_8);
        if (form.equals("bytes")) {
            return service.accept(message.name("message").payload(bytes).build(), bytes);
        }
        String text = form.equals("text") ? new String(bytes, StandardCharsets.UTF_8) : codeUnits(bytes);
        return service.accept(message.name("message").payload(text).build(), text.getBytes(StandardCharsets.UTF_8));
    }

    /** A decoder would replace lone surrogates. */
    private static String codeUnits(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i + 1 < bytes.length; i += 2) {
            text.append((char) ((bytes[i] & 0xff) << 8 | bytes[i + 1] & 0xff));
        }
        return text.toString();
    }

    @ServerExceptionMapper
    RestResponse<String> refused(IllegalArgumentException e) {
        return RestResponse.status(RestResponse.Status.BAD_REQUEST, e.getMessage());
    }
}
