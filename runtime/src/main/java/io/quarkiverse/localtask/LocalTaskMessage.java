package io.quarkiverse.localtask;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes a task (one message to deliver) when the annotated method returns, in the method's own transaction.
 * <p>
 * The method must belong to a CDI bean and run in a JTA transaction: annotate it, or its class, with
 * {@code @Transactional}. When the method throws, nothing is written. What is sent is decided at build time, in this order:
 * <ol>
 * <li>the method returns a {@link TaskMessage} or a collection of them: those are sent;</li>
 * <li>{@link #destination()} is given: the returned object becomes the JSON payload, written by the application's
 * {@code ObjectMapper} while the transaction is still open;</li>
 * <li>an argument is a {@link TaskMessage}, or holds one at the path {@link #from()}.</li>
 * </ol>
 * A method that can send nothing, and a path that does not exist, are build errors. A result that is {@code null} or an empty
 * {@code Optional} sends nothing.
 * <p>
 * When the method marks the transaction for rollback and returns, nothing is sent and nothing is thrown. When a task cannot be
 * written, the exception is thrown to the caller and the transaction cannot commit, whatever {@code dontRollbackOn} says.
 * <p>
 * The steps of a path, separated by dots, are record components, public getters ({@code getX}, {@code isX}) and public fields,
 * own or inherited; a getter wins over a field. A step goes through an {@code Optional} by itself, and an empty one counts as
 * {@code null}. Nothing is flushed: a value that the database gives later than {@code persist} is {@code null} until the
 * method flushes, and a public field of an entity's lazy proxy stays {@code null}, so prefer a getter there.
 * <p>
 * A {@link TaskMessage} carries its own attributes: giving {@link #id()}, {@link #name()} or {@link #delay()} along with it is
 * a build error, and {@link #destination()} does not change where a returned one goes.
 * <p>
 * Delivery is at least once: the receiver de-duplicates by the task id (header {@code Idempotency-Key}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(LocalTaskMessage.List.class)
public @interface LocalTaskMessage {

    /**
     * @return the name of a destination, declared as {@code quarkus.local-task.destinations.<name>.*} and known at build time
     */
    String destination() default "";

    /**
     * @return the task's name, for people who look at the table; by default {@code SimpleClassName.method}, with the class of
     *         the bean where the method is inherited
     */
    String name() default "";

    /**
     * @return a path on the result, for example {@code id} or {@code customer.number}, whose value makes the task id a business
     *         key: {@code destination:name:value}, at most 64 characters. On a method without a result the path begins at the
     *         object that {@link #from()} finds. A {@code null} on the path, or a blank value, is an error and rolls back.
     *         Empty: the task id is a new time-ordered UUID.
     */
    String id() default "";

    /**
     * @return the name of the argument that is sent, or a path that begins with it ({@code command.message}). With
     *         {@link #destination()}, any object found there becomes the payload; without, it must be a {@link TaskMessage}.
     */
    String from() default "";

    /**
     * @return how long after the INSERT the task becomes due, as a {@link java.time.Duration} or in the short form of Quarkus
     *         ({@code 10s}, {@code 5m}, {@code 1h}). Empty: at once, after the commit.
     */
    String delay() default "";

    /**
     * @return what happens when a task with the same id is already in the table
     */
    OnDuplicate onDuplicate() default OnDuplicate.FAIL;

    /** What to do about a task id that is already in the table. */
    enum OnDuplicate {
        /** Throw {@link DuplicateTaskException}; the transaction rolls back. */
        FAIL,
        /** Keep the task that is there and go on. */
        IGNORE
    }

    /** Holds repeated annotations; each one writes a task of its own. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {
        /** @return the repeated annotations */
        LocalTaskMessage[] value();
    }
}
