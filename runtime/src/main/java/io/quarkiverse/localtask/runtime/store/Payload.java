package io.quarkiverse.localtask.runtime.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A payload in its column form. Bytes that are storable text (UTF-8 without NUL) stand there as that text, readable for people;
 * all others in Base64. Either way the same bytes come out.
 *
 * @param text the column {@code payload}
 * @param base64 whether {@code text} is Base64
 */
public record Payload(String text, boolean base64) {

    /** @return the column form of these bytes */
    public static Payload of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // what cannot be read becomes this character, which may also stand there by itself
        boolean readable = text.indexOf('\uFFFD') < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        return readable && text.indexOf('\0') < 0 ? new Payload(text, false)
                : new Payload(Base64.getEncoder().encodeToString(bytes), true);
    }

    /** @return the bytes */
    public byte[] bytes() {
        return base64 ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8);
    }
}
