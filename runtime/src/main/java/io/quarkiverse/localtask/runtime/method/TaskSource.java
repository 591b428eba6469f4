package io.quarkiverse.localtask.runtime.method;

import java.util.Collection;
import java.util.List;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.TaskMessage;

/**
 * What one {@code @LocalTaskMessage} sends.
 *
 * @param value where the object is found
 * @param payload how that object becomes a message, or {@code null}: it is a {@link TaskMessage} or a collection of them
 * @param failOnDuplicate whether an id that is already in the table is an error
 */
public record TaskSource(ValuePath value, PayloadTask payload, boolean failOnDuplicate) {

    void addTo(List<OutgoingMessage> outgoing, TaskCall call) {
        Object found = value.find(call);
        if (found == null) {
            return;
        }
        if (payload != null) {
            add(outgoing, payload.message(found, call));
        } else if (found instanceof Collection<?> messages) {
            messages.forEach(message -> add(outgoing, message(message, call)));
        } else {
            add(outgoing, message(found, call));
        }
    }

    private void add(List<OutgoingMessage> outgoing, TaskMessage message) {
        outgoing.add(new OutgoingMessage(message, failOnDuplicate));
    }

    private TaskMessage message(Object element, TaskCall call) {
        if (element instanceof TaskMessage message) {
            return message;
        }
        throw new LocalTaskException("@LocalTaskMessage on " + call.method() + ": the collection"
                + (value.text().isEmpty() ? " it returned" : " at '" + value.text() + "'") + " holds "
                + (element == null ? "null" : "an object of " + element.getClass().getName())
                + ": it may hold TaskMessage objects only");
    }
}
