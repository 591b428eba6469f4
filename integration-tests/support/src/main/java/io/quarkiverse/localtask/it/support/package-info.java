/** What tests of whole applications need: a database server, and somebody who receives. */
package io.quarkiverse.localtask.it.support;
