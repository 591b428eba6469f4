package io.quarkiverse.localtask.it.support;

/** A broker for AMQP 0-9-1 that a test starts and ends. It listens on 127.0.0.1; user and password are guest. */
public interface AmqpServer extends AutoCloseable {

    /**
     * @return the best that this machine has, not started yet: a RabbitMQ, else one in pure Java, unless servers are required
     */
    static AmqpServer create() {
        if (RabbitMqServer.isInstalled()) {
            return new RabbitMqServer();
        }
        if (Boolean.getBoolean(PostgresCondition.REQUIRE_SERVERS)) {
            throw new IllegalStateException("There is no RabbitMQ here, and " + PostgresCondition.REQUIRE_SERVERS
                    + "=true makes that an error: install Debian's rabbitmq-server, or name its start script by -D"
                    + RabbitMqServer.COMMAND_PROPERTY);
        }
        return new QpidServer();
    }

    /** @return where it listens, also before it is started */
    int port();

    /** Starts it; returns when it answers. */
    void start();

    /** Ends it the hard way; returns when it is gone. */
    void kill();

    /** @return its name and version; known once it was started */
    String version();

    @Override
    void close();
}
