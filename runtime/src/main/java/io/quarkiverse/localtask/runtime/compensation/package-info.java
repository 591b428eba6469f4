/** Finds in the table what was not delivered, claims it and passes it to {@code delivery}. Repeats; never undoes. */
package io.quarkiverse.localtask.runtime.compensation;
