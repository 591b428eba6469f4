package io.quarkiverse.localtask.runtime.management;

/**
 * Who uses the management.
 *
 * @param name for the audit
 * @param mayRead whether payloads, headers and targets are for them
 */
record Caller(String name, boolean mayRead) {

    /** In dev mode everybody is. */
    static final Caller DEVELOPER = new Caller("developer", true);
}
