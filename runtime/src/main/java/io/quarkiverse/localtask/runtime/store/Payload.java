package io.quarkiverse.localtask.runtime.store;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
        for (byte b : bytes) {
            if (b == 0) {
                return encoded(bytes);
            }
        }
        try {
            return new Payload(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(), false);
        } catch (CharacterCodingException e) {
            return encoded(bytes);
        }
    }

    private static Payload encoded(byte[] bytes) {
        return new Payload(Base64.getEncoder().encodeToString(bytes), true);
    }

    /** @return the bytes */
    public byte[] bytes() {
        return base64 ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8);
    }
}
