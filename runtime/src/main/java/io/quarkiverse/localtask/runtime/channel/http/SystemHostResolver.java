package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;

/** Asks as every Java program does: hosts file, DNS, and the JVM's cache ({@code networkaddress.cache.ttl}). */
@Singleton
@DefaultBean
public class SystemHostResolver implements HostResolver {

    @Override
    public InetAddress[] addresses(String host) throws UnknownHostException {
        return InetAddress.getAllByName(host);
    }
}
