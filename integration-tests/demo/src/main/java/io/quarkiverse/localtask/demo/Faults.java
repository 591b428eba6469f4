package io.quarkiverse.localtask.demo;

import jakarta.enterprise.context.ApplicationScoped;

/** Breaks and mends, and tells it. */
@ApplicationScoped
class Faults {

    private final Partner partner;
    private final Broker broker;
    private final Story story;

    Faults(Partner partner, Broker broker, Story story) {
        this.partner = partner;
        this.broker = broker;
        this.story = story;
    }

    void partner(Partner.Mode mode) {
        if (partner.mode() == mode) {
            return;
        }
        partner.become(mode);
        switch (mode) {
            case UP -> story.tell(Story.Kind.MENDED, "The partner works again");
            case BUSY -> story.tell(Story.Kind.BROKEN, "The partner answers 503 from now on");
            case MUTE -> story.tell(Story.Kind.BROKEN, "The partner's answers are lost on the way from now on");
            case DOWN -> story.tell(Story.Kind.BROKEN, "The partner is down");
        }
    }

    void broker(boolean up) {
        if (broker.isUp() == up) {
            return;
        }
        if (up) {
            broker.up();
            story.tell(Story.Kind.MENDED, "The broker is back");
        } else {
            broker.down();
            story.tell(Story.Kind.BROKEN, "The broker is down");
        }
    }
}
