/** The contenders of the benchmark, and what they have in common. */
package io.quarkiverse.localtask.it.benchmark;
