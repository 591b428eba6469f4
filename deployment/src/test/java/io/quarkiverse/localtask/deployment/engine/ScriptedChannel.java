package io.quarkiverse.localtask.deployment.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** Does what a test says and remembers what it was given. */
@ApplicationScoped
@Identifier("scripted")
public class ScriptedChannel implements TaskChannel {

    private final List<Delivery> received = new CopyOnWriteArrayList<>();
    private volatile Function<Delivery, Uni<Outcome>> script = delivery -> Uni.createFrom().item(Outcome.succeeded());

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        received.add(delivery);
        return script.apply(delivery);
    }

    public void script(Function<Delivery, Uni<Outcome>> script) {
        this.script = script;
    }

    public void answer(Function<Delivery, Outcome> answer) {
        script(delivery -> Uni.createFrom().item(() -> answer.apply(delivery)));
    }

    public List<Delivery> received() {
        return received;
    }

    public List<Delivery> received(String taskId) {
        return received.stream().filter(delivery -> delivery.taskId().equals(taskId)).toList();
    }

    public List<String> ids() {
        return received.stream().map(Delivery::taskId).toList();
    }
}
