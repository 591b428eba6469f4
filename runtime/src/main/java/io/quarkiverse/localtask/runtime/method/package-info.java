/**
 * The way of an annotated method: the interceptor finds the method's recorded description by key, collects the messages from
 * the result and the arguments, and hands them to {@link io.quarkiverse.localtask.LocalTasks}. It knows nothing else of the
 * extension. All descriptions are made at build time; no reflection.
 */
package io.quarkiverse.localtask.runtime.method;
