package io.quarkiverse.localtask.runtime;

import java.util.Set;

/**
 * Recorded by the build.
 *
 * @param names the channels of the application that ask for virtual threads
 */
public record VirtualThreadChannels(Set<String> names) {
}
