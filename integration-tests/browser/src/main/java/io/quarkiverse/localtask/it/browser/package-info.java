/** A real browser for tests of pages. */
package io.quarkiverse.localtask.it.browser;
