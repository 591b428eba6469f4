package io.quarkiverse.localtask.test;

import java.time.Duration;
import java.util.List;

import io.quarkiverse.localtask.spi.Outcome;

/**
 * Lets a test wait for tasks, have them tried again at once, and look at what the channel {@code memory} has delivered. It is a
 * bean in launch mode TEST only: inject it into a {@code @QuarkusTest}.
 *
 * <pre>{@code
 * %test.quarkus.local-task.destinations.erp.channel=memory
 *
 * tester.failNext("erp", 1, Outcome.failed("down"));
 * orders.place(order);
 * tester.awaitIdle(Duration.ofSeconds(5));   // the first attempt has failed
 * tester.retryNow();                         // the second one has not
 * assertThat(tester.sent("erp")).hasSize(1);
 * }</pre>
 *
 * All channels can be waited for and scanned; only {@code memory} records and fails on demand. A transaction of the caller,
 * for example that of {@code @TestTransaction}, is left alone: what it has not committed is neither seen nor sent.
 */
public interface LocalTaskTester {

    /**
     * Waits until nothing is to be done at the moment: no task waits in memory or is under way, no outcome waits to be written,
     * observers were told, and no task is due. Tasks that wait for a retry or for their time do not count.
     *
     * @param timeout how long to wait at most
     * @throws AssertionError if there is still something to do then; it names the tasks, with status and last error
     * @throws IllegalStateException with {@code quarkus.local-task.active=false}
     */
    void awaitIdle(Duration timeout);

    /**
     * Scans all shards now, as their schedule would, and returns when every task that is due has had one attempt whose outcome
     * is written. It does not need the scheduler, and not {@code quarkus.local-task.compensation.enabled}. Tasks that are not
     * due yet keep waiting; see {@link #retryNow()}.
     *
     * @throws AssertionError if that takes longer than a minute
     * @throws IllegalStateException with {@code quarkus.local-task.active=false}, or when the table cannot be used
     */
    void scanNow();

    /**
     * Makes every waiting task due and scans: one attempt for failed tasks without their backoff, for delayed ones without
     * their delay, and for those that nobody has sent without the grace. Waits before for what is under way.
     *
     * @throws AssertionError if that takes longer than a minute
     * @throws IllegalStateException with {@code quarkus.local-task.active=false}, or when the table cannot be used
     */
    void retryNow();

    /**
     * @return what the channel {@code memory} has delivered since the start or the last {@link #reset()}, in order. Attempts
     *         that failed are not in it.
     * @throws IllegalStateException if there were more than 10,000: the oldest are forgotten
     */
    List<SentMessage> sent();

    /**
     * @param destination the name of a destination with the channel {@code memory}. For ad hoc messages the URL, or {@code mq:}
     *        with the name of the messaging channel.
     * @return those of {@link #sent()} that went there
     * @throws IllegalArgumentException if there is no such destination, or its channel is not {@code memory}
     * @throws IllegalStateException as {@link #sent()}
     */
    List<SentMessage> sent(String destination);

    /**
     * Lets attempts fail, in addition to those that are to fail already.
     *
     * @param destination as for {@link #sent(String)}
     * @param attempts how many of the next attempts there end like that, whichever task they are for
     * @param outcome {@link Outcome#failed} for one that is tried again, {@link Outcome#rejected} for one that makes the task
     *        dead
     * @throws IllegalArgumentException if there is no such destination, its channel is not {@code memory}, attempts is not
     *         positive, or the outcome is a success
     */
    void failNext(String destination, int attempts, Outcome outcome);

    /**
     * A clean start for the next test, for example in {@code @BeforeEach}: waits for what is under way, deletes all tasks from
     * the table, so that their ids can be used again, and forgets what was sent and what is to fail.
     *
     * @throws AssertionError if something is still under way after 30 s
     */
    void reset();
}
