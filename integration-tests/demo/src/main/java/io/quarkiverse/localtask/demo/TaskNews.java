package io.quarkiverse.localtask.demo;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import io.quarkiverse.localtask.event.TaskDead;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.event.TaskSucceeded;

/** Turns the extension's events into lines of the story. */
@ApplicationScoped
class TaskNews {

    private final Story story;
    private int delivered;
    private int failed;

    TaskNews(Story story) {
        this.story = story;
    }

    synchronized void succeeded(@Observes TaskSucceeded event) {
        story.delivered(event.taskId(), event.attempt());
        delivered++;
        notifyAll();
    }

    synchronized void failed(@Observes TaskFailed event) {
        story.failed(event.taskId(), event.attempt(), event.reason(), event.retryIn().toMillis() / 1000.0);
        failed++;
        notifyAll();
    }

    void dead(@Observes TaskDead event) {
        story.tell(Story.Kind.BROKEN, event.taskId() + " is dead after attempt " + event.attempts() + ": " + event.reason());
    }

    synchronized int failures() {
        return failed;
    }

    synchronized void awaitDelivered(int count) throws InterruptedException {
        while (delivered < count) {
            wait();
        }
    }

    synchronized void awaitFailed(int count) throws InterruptedException {
        while (failed < count) {
            wait();
        }
    }
}
