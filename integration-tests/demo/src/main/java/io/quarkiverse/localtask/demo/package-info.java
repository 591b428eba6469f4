/**
 * An order service that plays a scene: it places orders while its partner and its broker fail, and shows that every message
 * arrives. Everything, the partner and the broker included, runs in this one process.
 */
package io.quarkiverse.localtask.demo;
