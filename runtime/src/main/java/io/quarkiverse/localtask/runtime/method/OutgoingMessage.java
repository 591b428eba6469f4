package io.quarkiverse.localtask.runtime.method;

import io.quarkiverse.localtask.TaskMessage;

/** A message that a call sends, and whether it is an error that its id is already in the table. */
record OutgoingMessage(TaskMessage message, boolean failOnDuplicate) {
}
