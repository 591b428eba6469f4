package io.quarkiverse.localtask.it.benchmark.application;

import io.quarkiverse.localtask.it.benchmark.Contender;
import io.quarkiverse.localtask.it.benchmark.ContenderProcess;
import io.quarkiverse.localtask.it.benchmark.Settings;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Runs one of the contenders that live in a Quarkus application. */
@QuarkusMain
public class BenchmarkApplication implements QuarkusApplication {

    private final BusinessOnly businessOnly;
    private final Ours ours;
    private final FairFloor fairFloor;

    BenchmarkApplication(BusinessOnly businessOnly, Ours ours, FairFloor fairFloor) {
        this.businessOnly = businessOnly;
        this.ours = ours;
        this.fairFloor = fairFloor;
    }

    @Override
    public int run(String... args) throws Exception {
        ContenderProcess.serve(contender(Settings.contender()));
        return 0;
    }

    private Contender contender(String name) throws Exception {
        switch (name) {
            case "business":
                return businessOnly;
            case "ours":
                return ours;
            case "fair-floor":
                return fairFloor.open();
            default:
                throw new IllegalArgumentException("No such contender in the application: " + name);
        }
    }
}
