package io.quarkiverse.localtask.runtime.config;

import io.quarkus.arc.runtime.BeanContainer;
import io.quarkus.runtime.annotations.Recorder;

/** Checks the configuration at start, before the scheduler complains about a schedule in its own words. */
@Recorder
public class SettingsRecorder {

    /** @param container the started container */
    public void check(BeanContainer container) {
        container.beanInstance(Settings.class);
    }
}
