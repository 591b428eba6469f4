/** What pages of the documentation show, with just enough around it to be run. */
package io.quarkiverse.localtask.it.testing.examples;
