/** The {@code http} channel: named destinations over the MicroProfile REST client. */
package io.quarkiverse.localtask.runtime.channel.http;
