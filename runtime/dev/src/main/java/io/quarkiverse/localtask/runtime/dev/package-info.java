/** What the Dev UI shows and does. Only dev mode has it. */
package io.quarkiverse.localtask.runtime.dev;
