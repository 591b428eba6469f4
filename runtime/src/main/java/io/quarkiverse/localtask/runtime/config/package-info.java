/** What users configure, and the validated settings made of it. Knows the API only. */
package io.quarkiverse.localtask.runtime.config;
