package io.quarkiverse.localtask.it.faults.stage;

/** This machine lacks what the scenario needs. With {@code --require} that is a failure. */
public final class ScenarioSkipped extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param reason what is missing, and how to get it */
    public ScenarioSkipped(String reason) {
        super(reason);
    }
}
