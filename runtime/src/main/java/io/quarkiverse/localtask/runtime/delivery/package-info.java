/** Sends tasks in hand, whoever found them, and writes their outcomes back. Knows the store, not who calls it. */
package io.quarkiverse.localtask.runtime.delivery;
