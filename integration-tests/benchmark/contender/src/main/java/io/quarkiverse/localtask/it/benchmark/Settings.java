package io.quarkiverse.localtask.it.benchmark;

import java.net.URI;

/** What the driver tells a contender, as system properties. */
public final class Settings {

    /** How many threads run business transactions. */
    public static final int PRODUCERS = 16;

    private Settings() {
    }

    /** @return which contender this process is */
    public static String contender() {
        return required("bench.contender");
    }

    /** @return the URL of the database */
    public static String jdbcUrl() {
        return required("bench.jdbc-url");
    }

    public static String user() {
        return required("bench.user");
    }

    /** @return where messages go */
    public static URI receiver() {
        return URI.create(required("bench.receiver"));
    }

    /** @return whether finished messages are deleted instead of marked, where a contender can do both */
    public static boolean delete() {
        return Boolean.getBoolean("bench.delete");
    }

    /** @return how many messages may be under way where a contender does not find that out by itself */
    public static int inFlight() {
        return Integer.getInteger("bench.in-flight", 128);
    }

    private static String required(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException("The driver sets -D" + property);
        }
        return value;
    }
}
