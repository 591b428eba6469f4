/** CDI events about tasks. */
package io.quarkiverse.localtask.event;
