package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;

/** Makes the settings of what users configured, or names everything that is wrong with it. */
final class SettingsFactory {

    private final CronSyntax cronSyntax;
    private final List<DestinationCheck> channelChecks;
    private final Optional<Duration> quarkusShutdownTimeout;

    SettingsFactory(CronSyntax cronSyntax, List<DestinationCheck> channelChecks, Optional<Duration> quarkusShutdownTimeout) {
        this.cronSyntax = cronSyntax;
        this.channelChecks = channelChecks;
        this.quarkusShutdownTimeout = quarkusShutdownTimeout;
    }

    /**
     * @param build the fixed part
     * @param run the operator's part
     * @param declared what the build knew
     * @param quarkusApplication {@code quarkus.application.name}
     * @param problems takes warnings; its errors are thrown
     * @return the sealed settings
     * @throws ConfigurationException that names every error
     */
    Settings create(LocalTaskBuildTimeConfig build, LocalTaskRuntimeConfig run, Declared declared, String quarkusApplication,
            Problems problems) {
        ShardLayout layout = ShardLayout.of(build, declared.shards(), problems);
        GeneralChecks general = new GeneralChecks(problems);
        general.check(run);
        quarkusShutdownTimeout.ifPresent(timeout -> general.warnOfShutdown(run.shutdownTimeout(), timeout));
        String application = general.application(run, quarkusApplication);
        RetryPolicy retry = new RetryChecks(problems).general(run.retry());
        Map<String, Destination> destinations = new DestinationChecks(build, run, problems, channelChecks)
                .all(declared.destinations(), retry);
        Map<String, Destination> adHoc = new AdHocDestinations(build, run, problems, channelChecks).all(retry);
        List<Shard> shards = new ShardChecks(run, cronSyntax, problems).all(layout, Math.max(1, build.houses()));
        problems.throwIfAny();
        return new Settings(build, run, application, destinations, adHoc, shards);
    }
}
