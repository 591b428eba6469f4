package io.quarkiverse.localtask.demo;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.impl.AMQCommand;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.Method;

/** One connection of a sender, from the broker's side: AMQP 0-9-1, sections 2.2 and 4.2, and RabbitMQ's confirms. */
final class BrokerConnection {

    private static final int FRAME_SIZE = 131_072;

    private final Consumer<String> receiver;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Map<Integer, AMQCommand> incomplete = new HashMap<>();
    /** Messages so far, by channel; the number of a message is the tag of its confirm. */
    private final Map<Integer, Long> confirming = new HashMap<>();

    BrokerConnection(Socket socket, Consumer<String> receiver) throws IOException {
        this.receiver = receiver;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** @throws IOException when the connection is lost */
    void serve() throws IOException {
        in.skipNBytes("AMQP".length() + 4);
        send(0, new AMQImpl.Connection.Start(0, 9,
                Map.of("product", "demo", "capabilities", Map.of("publisher_confirms", true)),
                LongStringHelper.asLongString("PLAIN"), LongStringHelper.asLongString("en_US")));
        boolean open = true;
        while (open) {
            Frame frame = Frame.readFrom(in, FRAME_SIZE);
            if (frame.type != AMQP.FRAME_HEARTBEAT) {
                AMQCommand command = incomplete.computeIfAbsent(frame.channel, channel -> new AMQCommand());
                if (command.handleFrame(frame)) {
                    incomplete.remove(frame.channel);
                    open = handle(frame.channel, command);
                }
            }
        }
    }

    /** @return whether the connection stays open */
    private boolean handle(int channel, AMQCommand command) throws IOException {
        Method method = command.getMethod();
        if (method instanceof AMQImpl.Basic.Publish) {
            receiver.accept(((AMQP.BasicProperties) command.getContentHeader()).getMessageId());
            if (confirming.containsKey(channel)) {
                send(channel, new AMQImpl.Basic.Ack(confirming.merge(channel, 1L, Long::sum), false));
            }
        } else if (method instanceof AMQImpl.Connection.StartOk) {
            send(channel, new AMQImpl.Connection.Tune(2047, FRAME_SIZE, 0));
        } else if (method instanceof AMQImpl.Connection.Open) {
            send(channel, new AMQImpl.Connection.OpenOk(""));
        } else if (method instanceof AMQImpl.Channel.Open) {
            send(channel, new AMQImpl.Channel.OpenOk(LongStringHelper.asLongString("")));
        } else if (method instanceof AMQImpl.Confirm.Select) {
            confirming.put(channel, 0L);
            send(channel, new AMQImpl.Confirm.SelectOk());
        } else if (method instanceof AMQImpl.Basic.Qos) {
            send(channel, new AMQImpl.Basic.QosOk());
        } else if (method instanceof AMQImpl.Channel.Close) {
            confirming.remove(channel);
            send(channel, new AMQImpl.Channel.CloseOk());
        } else if (method instanceof AMQImpl.Connection.Close) {
            send(channel, new AMQImpl.Connection.CloseOk());
            return false;
        } else if (!(method instanceof AMQImpl.Connection.TuneOk)) {
            throw new IOException("The demo's broker does not know " + method.protocolMethodName());
        }
        return true;
    }

    private void send(int channel, Method method) throws IOException {
        method.toFrame(channel).writeTo(out);
        out.flush();
    }
}
