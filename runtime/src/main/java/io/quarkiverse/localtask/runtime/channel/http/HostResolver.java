package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host name. Called on threads that may block; not for users. */
public interface HostResolver {

    /**
     * @param host a name, never an address
     * @return every address, in the order in which they shall be tried
     * @throws UnknownHostException if there is none, or the answer did not come
     */
    InetAddress[] addresses(String host) throws UnknownHostException;
}
