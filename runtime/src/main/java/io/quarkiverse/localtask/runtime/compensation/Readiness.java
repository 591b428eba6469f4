package io.quarkiverse.localtask.runtime.compensation;

/** Whether the table has been validated, so that it may be scanned. */
@FunctionalInterface
public interface Readiness {

    /** @return {@code false}: not yet; asked again before the next scan */
    boolean isReady();
}
