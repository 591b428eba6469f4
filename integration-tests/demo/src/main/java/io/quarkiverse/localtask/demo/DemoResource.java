package io.quarkiverse.localtask.demo;

import java.util.List;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

/** All that the page needs. Every answer is the whole state, so that the page shows the effect of a click at once. */
@Path("/demo")
public class DemoResource {

    /**
     * The whole state.
     *
     * @param sceneEnd the figures at the end of the scene, {@code null} while it plays
     */
    public record State(Figures.Counts sceneEnd, Partner.Mode partner, boolean brokerUp, Figures.Counts counts,
            List<Figures.TaskRow> tasks, List<Story.Line> story) {
    }

    private static final int MOST_ORDERS = 50;

    private final Desk desk;
    private final Faults faults;
    private final Partner partner;
    private final Broker broker;
    private final Figures figures;
    private final Story story;
    private final Scene scene;

    DemoResource(Desk desk, Faults faults, Partner partner, Broker broker, Figures figures, Story story, Scene scene) {
        this.desk = desk;
        this.faults = faults;
        this.partner = partner;
        this.broker = broker;
        this.figures = figures;
        this.story = story;
        this.scene = scene;
    }

    @GET
    public State state() {
        return new State(scene.end(), partner.mode(), broker.isUp(), figures.now(), figures.tasks(), story.lines());
    }

    @POST
    @Path("/orders")
    public State place(@QueryParam("count") int count, @QueryParam("fail") boolean fail) {
        if (count < 1 || count > MOST_ORDERS) {
            throw new BadRequestException("count must be 1 to " + MOST_ORDERS);
        }
        for (int i = 0; i < count; i++) {
            if (fail) {
                desk.placeAndFail();
            } else {
                desk.place();
            }
        }
        return state();
    }

    @POST
    @Path("/partner")
    public State partner(@QueryParam("mode") Partner.Mode mode) {
        if (mode == null) {
            throw new BadRequestException("mode is missing");
        }
        faults.partner(mode);
        return state();
    }

    @POST
    @Path("/broker")
    public State broker(@QueryParam("up") boolean up) {
        faults.broker(up);
        return state();
    }
}
