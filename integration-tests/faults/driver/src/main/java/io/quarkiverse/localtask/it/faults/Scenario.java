package io.quarkiverse.localtask.it.faults;

import io.quarkiverse.localtask.it.faults.stage.Stage;

/**
 * Something that goes wrong. What it promises beyond "nothing lost, nothing invented" it says by {@link Stage#expect}.
 *
 * @param name in small letters with hyphens
 * @param fault what happens, in a sentence
 * @param inShort whether {@code --short} plays it
 * @param onMariaDb whether the database is a MariaDB
 * @param play breaks it; what is left to do afterwards is waited for by the suite, unless the play has waited itself
 */
public record Scenario(String name, String fault, boolean inShort, boolean onMariaDb, Play play) {

    /** How it goes. */
    public interface Play {
        void on(Stage stage) throws Exception;
    }

    public static Scenario of(String name, String fault, Play play) {
        return new Scenario(name, fault, false, false, play);
    }

    /** One of {@code --short}. */
    public static Scenario inShort(String name, String fault, Play play) {
        return new Scenario(name, fault, true, false, play);
    }

    /** The same on MariaDB, never in {@code --short}. */
    public Scenario onMariaDbToo() {
        return new Scenario(name + "-on-mariadb", fault + " (MariaDB)", false, true, play);
    }
}
