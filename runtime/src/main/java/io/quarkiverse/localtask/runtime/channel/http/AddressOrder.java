package io.quarkiverse.localtask.runtime.channel.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Which addresses of a host are tried, in the resolver's order with the families in turn (RFC 8305, 4). */
final class AddressOrder {

    private AddressOrder() {
    }

    /** @return as numbers, so that no part of the client can take one for a name */
    static List<String> alternating(InetAddress[] addresses, int max) {
        Deque<byte[]> first = new ArrayDeque<>();
        Deque<byte[]> second = new ArrayDeque<>();
        for (InetAddress address : addresses) {
            byte[] bytes = address.getAddress();
            boolean likeFirst = first.isEmpty() || first.peekFirst().length == bytes.length;
            (likeFirst ? first : second).add(bytes);
        }
        List<String> order = new ArrayList<>();
        while (order.size() < max && !(first.isEmpty() && second.isEmpty())) {
            boolean ofFirst = second.isEmpty() || !first.isEmpty() && order.size() % 2 == 0;
            order.add(text((ofFirst ? first : second).poll()));
        }
        return order;
    }

    static String text(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an address", e);
        }
    }
}
