/**
 * The {@code http} channel: named destinations over the MicroProfile REST client, URLs of ad hoc messages over a Vert.x client
 * behind a guard ({@code AdHoc*}).
 */
package io.quarkiverse.localtask.runtime.channel.http;
