package io.quarkiverse.localtask;

import java.time.Instant;

/**
 * What somebody has done to tasks.
 *
 * @param id ascends with time
 * @param time when, by the database's clock
 * @param actor who: a user of the management page, or the application itself
 * @param action what: redeliver, cancel, redirect, pause or resume
 * @param subject to which tasks, or to which destination
 * @param tasks how many tasks were changed
 */
public record AuditEntry(long id, Instant time, String actor, String action, String subject, long tasks) {
}
