package io.quarkiverse.localtask.runtime.config;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The syntax of house numbers: single numbers and inclusive ranges, separated by commas ({@code 0-3,7}). */
final class HouseNumbers {

    private static final Pattern PART = Pattern.compile("(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?");

    private HouseNumbers() {
    }

    /**
     * @param text what the user wrote
     * @param houses how many there are
     * @param faults takes what is wrong, one rule each
     * @return the numbers that are right
     */
    static BitSet parse(String text, int houses, Consumer<String> faults) {
        BitSet numbers = new BitSet(houses);
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                faults.accept("'" + part.strip() + "' is neither a number nor a range");
                continue;
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first > last) {
                faults.accept("the range " + part.strip() + " is reversed");
            } else if (last >= houses) {
                faults.accept(part.strip() + " is beyond the last house number " + (houses - 1));
            } else if (!numbers.get(first, last + 1).isEmpty()) {
                faults.accept(part.strip() + " is named twice");
            } else {
                numbers.set(first, last + 1);
            }
        }
        return numbers;
    }

    /** @return the numbers in the shortest form of the same syntax */
    static String format(BitSet numbers) {
        StringBuilder text = new StringBuilder();
        for (int first = numbers.nextSetBit(0); first >= 0;) {
            int end = numbers.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (end - 1 > first) {
                text.append('-').append(end - 1);
            }
            first = numbers.nextSetBit(end);
        }
        return text.toString();
    }
}
