package io.quarkiverse.localtask.runtime.delivery;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** What surrounds every attempt, such as a span. It must neither block nor throw. */
public interface AroundAttempt {

    /** On the thread that is about to call the channel. */
    Surrounding begin(TaskInHand task, Delivery delivery);

    /** One attempt, surrounded. */
    interface Surrounding {

        /** @return what the channel gets */
        Delivery delivery();

        /** The channel's call has returned, on the same thread; its answer may come later. */
        default void returned() {
        }

        /** The attempt has ended, on any thread, before or after {@link #returned()}. */
        default void ended(Outcome outcome) {
        }
    }

    /** @return one that applies all of them, the first one outermost; {@code null}: there is none */
    static AroundAttempt of(Collection<AroundAttempt> all) {
        return switch (all.size()) {
            case 0 -> null;
            case 1 -> all.iterator().next();
            default -> new Nested(List.copyOf(all));
        };
    }

    /** Several, one within the other. */
    record Nested(List<AroundAttempt> all) implements AroundAttempt {

        @Override
        public Surrounding begin(TaskInHand task, Delivery delivery) {
            Surrounding[] surroundings = new Surrounding[all.size()];
            Delivery inner = delivery;
            for (int i = 0; i < surroundings.length; i++) {
                try {
                    surroundings[i] = all.get(i).begin(task, inner);
                } catch (RuntimeException e) {
                    for (int outer = i - 1; outer >= 0; outer--) {
                        surroundings[outer].returned();
                    }
                    throw e;
                }
                inner = surroundings[i].delivery();
            }
            return new Layers(surroundings);
        }
    }

    /** One attempt in several surroundings. */
    record Layers(Surrounding... outermostFirst) implements Surrounding {

        @Override
        public Delivery delivery() {
            return outermostFirst[outermostFirst.length - 1].delivery();
        }

        @Override
        public void returned() {
            innermostFirst().forEach(Surrounding::returned);
        }

        @Override
        public void ended(Outcome outcome) {
            innermostFirst().forEach(layer -> layer.ended(outcome));
        }

        private Stream<Surrounding> innermostFirst() {
            int last = outermostFirst.length - 1;
            return Stream.iterate(last, i -> i >= 0, i -> i - 1).map(i -> outermostFirst[i]);
        }
    }
}
