package io.quarkiverse.localtask.runtime.store;

/**
 * Makes any text fit for the column {@code last_error}: at most {@value TaskStore#MAX_ERROR_LENGTH} UTF-16 units (so it fits
 * whether a database counts units or code points), no control characters, no half of a surrogate pair. What a database refuses
 * in one error text would fail the whole group of outcomes it is written with.
 */
public final class ErrorText {

    private static final char REPLACEMENT = '\uFFFD';

    private ErrorText() {
    }

    /** @return the cleaned text; {@code null} for {@code null} */
    public static String clean(String text) {
        if (text == null) {
            return null;
        }
        StringBuilder clean = new StringBuilder(Math.min(text.length(), TaskStore.MAX_ERROR_LENGTH));
        for (int i = 0; i < text.length();) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            if (clean.length() + Character.charCount(character) > TaskStore.MAX_ERROR_LENGTH) {
                break;
            }
            if (Character.isISOControl(character)) {
                clean.append(' ');
            } else if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                clean.append(REPLACEMENT);
            } else {
                clean.appendCodePoint(character);
            }
        }
        return clean.toString();
    }
}
