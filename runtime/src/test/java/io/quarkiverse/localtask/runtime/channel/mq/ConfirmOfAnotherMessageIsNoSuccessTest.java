package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

/**
 * Promise 1: a message that the client calls confirmed before it is published is delivered once the broker has confirmed it
 * too, neither before nor by sending it again.
 */
class ConfirmOfAnotherMessageIsNoSuccessTest {

    private final AtomicLong next = new AtomicLong(5);
    private final ConfirmedTags tags = new ConfirmedTags(next::get);
    private final List<Boolean> told = new ArrayList<>();

    @Test
    void notBeforeTheBrokerHasItToo() {
        tags.answered(4, true, true);
        tags.whenOneBeingPublishedIs(told::add);
        tags.answered(4, false, true);
        assertThat(told).isEmpty();
        tags.answered(5, false, true);
        assertThat(told).containsExactly(true);
    }

    @Test
    void notByOneThatWasPublishedAfterIt() {
        tags.answered(3, true, true);
        tags.whenOneBeingPublishedIs(told::add);
        tags.answered(5, false, true);
        tags.answered(6, false, true);
        assertThat(told).as("4 may be the one").isEmpty();
        tags.answered(4, false, true);
        assertThat(told).containsExactly(true);
    }

    @Test
    void severalAtOnceCountForAllBeforeThem() {
        tags.answered(2, false, true);
        tags.whenOneBeingPublishedIs(told::add);
        tags.answered(7, true, true);
        tags.answered(8, false, true);
        assertThat(told).containsExactly(true);
    }

    @Test
    void oneThatIsRefusedMayBeTheOne() {
        tags.whenOneBeingPublishedIs(told::add);
        tags.answered(5, false, false);
        assertThat(told).containsExactly(false);
        tags.whenOneBeingPublishedIs(told::add);
        tags.answered(5, true, true);
        assertThat(told).containsExactly(false, true);
    }

    @Test
    void whoGaveUpIsToldNothing() {
        Consumer<Boolean> waiter = told::add;
        tags.whenOneBeingPublishedIs(waiter);
        tags.forget(waiter);
        tags.answered(9, true, true);
        assertThat(told).isEmpty();
    }
}
