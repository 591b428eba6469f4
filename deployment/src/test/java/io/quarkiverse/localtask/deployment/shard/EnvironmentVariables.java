package io.quarkiverse.localtask.deployment.shard;

import java.util.Map;

import io.smallrye.config.EnvConfigSource;

/** Environment variables of the application under test. */
public class EnvironmentVariables extends EnvConfigSource {

    public EnvironmentVariables() {
        super(Map.of("QUARKUS_LOCAL_TASK_SHARDS__HOT_RUN__FIXED_DELAY", "1s", "QUARKUS_LOCAL_TASK_SHARDS_WARM_CRON",
                "* * * * * ?", "QUARKUS_LOCAL_TASK_SHARDS__COLD_ONE__FIXED_DELAY", "1s"), 300);
    }
}
