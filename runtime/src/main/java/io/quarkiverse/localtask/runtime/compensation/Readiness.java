package io.quarkiverse.localtask.runtime.compensation;

/** Whether the table has been validated, so that it may be scanned. */
@FunctionalInterface
public interface Readiness {

    /** Looks whether that is not known yet. @return {@code false}: not yet; asked again before the next scan */
    boolean ensureReady();
}
