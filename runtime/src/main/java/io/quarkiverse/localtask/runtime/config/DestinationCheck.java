package io.quarkiverse.localtask.runtime.config;

/**
 * What a channel demands of its destinations' settings. Every CDI bean of this type is asked about every destination at start,
 * and all its complaints are reported together with the others.
 */
public interface DestinationCheck {

    /**
     * @param destination a destination of any channel
     * @param problems takes what is wrong; never a header's value or a URL's user-info
     */
    void check(Destination destination, Problems problems);

    /**
     * @param destination one that stands for URLs of ad hoc messages; its settings are {@code quarkus.local-task.ad-hoc.*}
     * @param problems takes what is wrong
     */
    default void checkAdHoc(Destination destination, Problems problems) {
    }
}
