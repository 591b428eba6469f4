package io.quarkiverse.localtask.it.faults.stage;

/** Something that had to happen did not happen. */
public final class ScenarioFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ScenarioFailure(String message) {
        super(message);
    }
}
