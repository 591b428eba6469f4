package io.quarkiverse.localtask.it.testing.examples;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;

/** Stands for what an application sends mail with. */
@ApplicationScoped
public class MailServer {

    private final Map<String, String> mails = new ConcurrentHashMap<>();

    void send(String id, byte[] text) {
        mails.put(id, new String(text, StandardCharsets.UTF_8));
    }

    String mail(String id) {
        return mails.get(id);
    }
}
