package io.quarkiverse.localtask.runtime.store;

/**
 * A row as it was when it was looked at.
 *
 * @param id its primary key
 * @param version its fence
 */
public record RowVersion(long id, int version) {
}
