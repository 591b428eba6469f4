package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.List;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

import io.quarkus.arc.All;
import io.quarkus.scheduler.runtime.SchedulerConfig;

/** Supplies the settings as a bean. Made once, at start; wrong configuration fails it. */
@Singleton
public class SettingsProducer {

    private static final Logger LOG = Logger.getLogger(SettingsProducer.class);

    @Produces
    @Singleton
    Settings settings(LocalTaskBuildTimeConfig build, LocalTaskRuntimeConfig run, SchedulerConfig scheduler, Config config,
            @All List<DestinationCheck> channelChecks) {
        Problems problems = new Problems();
        Settings settings = new SettingsFactory(new CronSyntax(scheduler.cronType()), channelChecks,
                config.getOptionalValue("quarkus.shutdown.timeout", Duration.class))
                .create(build, run, Declared.recorded(config),
                        config.getOptionalValue("quarkus.application.name", String.class).orElse(""), problems);
        problems.warnings().forEach(LOG::warn);
        return settings;
    }
}
