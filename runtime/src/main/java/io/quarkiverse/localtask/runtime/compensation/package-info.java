/** Finds again what was not delivered: ticks of the shards' schedules, and the watchdog that replaces missing ones. */
package io.quarkiverse.localtask.runtime.compensation;
