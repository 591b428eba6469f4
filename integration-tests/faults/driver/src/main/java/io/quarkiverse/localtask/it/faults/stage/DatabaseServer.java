package io.quarkiverse.localtask.it.faults.stage;

/** A database server that can be stopped and started again on the same data and port. */
public interface DatabaseServer extends AutoCloseable {

    /** Creates a database with the table of the orders. */
    Database newDatabase();

    /** Ends all connections of others to a database. */
    void endConnections(Database database);

    void start();

    /** In an orderly way: it ends its connections. */
    void stop();

    /** {@code kill -9} of all its processes. */
    void kill();

    @Override
    void close();
}
