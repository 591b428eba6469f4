package io.quarkiverse.localtask.runtime.store;

import io.quarkiverse.localtask.Task;

/**
 * A row that was looked at.
 *
 * @param key its place in the list
 * @param version its fence: what is changed is the row that was looked at
 * @param task the task
 * @param meant whether it is one of those that the filter means
 * @param redirectable whether its message does not say itself where it goes
 */
public record Listed(ListKey key, int version, Task task, boolean meant, boolean redirectable) {

    /** @return whether that may be done to it, as far as that does not depend on its status */
    public boolean allows(RowChange change) {
        return redirectable || !(change instanceof RowChange.Redirect);
    }
}
