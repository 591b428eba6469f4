/** The contenders beside the extension, each a process of its own: other outboxes, and two bounds. */
package io.quarkiverse.localtask.it.benchmark.peers;
