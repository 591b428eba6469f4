package io.quarkiverse.localtask.demo;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;

/** Plays by itself after the start: partner and broker fail while orders are placed, and every message arrives. */
@ApplicationScoped
class Scene {

    /** The pace of somebody who places orders, and of somebody who reads. */
    private static final long BETWEEN_ORDERS = 250;
    private static final long BETWEEN_ACTS = 900;

    private final Desk desk;
    private final Faults faults;
    private final TaskNews news;
    private final Story story;
    private final Figures figures;
    private final int httpPort;
    private final Thread actors = new Thread(this::run, "demo-scene");
    private volatile Figures.Counts end;

    Scene(Desk desk, Faults faults, TaskNews news, Story story, Figures figures,
            @ConfigProperty(name = "quarkus.http.port") int httpPort) {
        this.desk = desk;
        this.faults = faults;
        this.news = news;
        this.story = story;
        this.figures = figures;
        this.httpPort = httpPort;
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) StartupEvent event) {
        actors.setDaemon(true);
        actors.start();
    }

    void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event) throws InterruptedException {
        actors.interrupt();
        actors.join(2000);
    }

    /** @return the figures at the end of the scene, {@code null} while it plays */
    Figures.Counts end() {
        return end;
    }

    private void run() {
        try {
            play();
        } catch (InterruptedException e) {
            // Ctrl-C in the middle of the scene
        } catch (RuntimeException e) {
            story.tell(Story.Kind.BROKEN, "The scene ends early: " + e);
        }
    }

    private void play() throws InterruptedException {
        story.print("");
        story.print("An order service, its partner (HTTP) and its broker (AMQP), all in this process.");
        story.print("Each order is one transaction: a row in orders, a task for \"erp\", a task for \"events\".");

        story.tell(Story.Kind.ACT, "1  All is well");
        place(3);
        awaitAll();

        act("2  The partner is down, the business goes on");
        faults.partner(Partner.Mode.DOWN);
        int before = news.failures();
        place(3);
        news.awaitFailed(before + 6);
        faults.partner(Partner.Mode.UP);
        awaitAll();

        act("3  An order is rolled back: nothing is sent");
        desk.placeAndFail();

        act("4  The broker is down; the partner gets its messages all the same");
        faults.broker(false);
        before = news.failures();
        place(3);
        news.awaitFailed(before + 3);
        faults.broker(true);
        awaitAll();

        act("5  The partner works, but its answer is lost");
        faults.partner(Partner.Mode.MUTE);
        before = news.failures();
        place(1);
        news.awaitFailed(before + 1);
        faults.partner(Partner.Mode.UP);
        awaitAll();

        Thread.sleep(BETWEEN_ACTS);
        Figures.Counts counts = figures.now();
        summary(counts);
        end = counts;
    }

    private void act(String title) throws InterruptedException {
        Thread.sleep(BETWEEN_ACTS);
        story.tell(Story.Kind.ACT, title);
    }

    private void place(int orders) throws InterruptedException {
        for (int i = 0; i < orders; i++) {
            desk.place();
            Thread.sleep(BETWEEN_ORDERS);
        }
    }

    private void awaitAll() throws InterruptedException {
        news.awaitDelivered(desk.committed() * 2);
    }

    private void summary(Figures.Counts counts) {
        story.tell(Story.Kind.ACT, "What came of it");
        story.print(counts.committed() + " orders committed, " + counts.rolledBack() + " rolled back");
        story.print(counts.partnerReceived() + " of " + counts.committed() + " received by the partner, "
                + counts.brokerReceived() + " of " + counts.committed() + " by the broker");
        story.print("lost: " + counts.lost() + "    sent for rolled-back orders: " + counts.sentThoughRolledBack()
                + "    duplicates: " + counts.duplicates() + ", recognised by the task id");
        story.print("");
        if (httpPort != DemoPorts.HTTP) {
            story.print("Port " + DemoPorts.HTTP + " is in use on this machine, so the page is somewhere else:");
        }
        story.print("Now you: open http://localhost:" + httpPort + "    (Ctrl-C ends everything)");
        story.print("");
    }
}
