/** The {@code memory} channel: sends nothing out, for development and tests. */
package io.quarkiverse.localtask.runtime.channel.memory;
