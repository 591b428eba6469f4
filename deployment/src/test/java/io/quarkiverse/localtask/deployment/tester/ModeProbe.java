package io.quarkiverse.localtask.deployment.tester;

import java.util.Set;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.runtime.StartupEvent;

/** Says in the log what it finds in its launch mode. */
@ApplicationScoped
public class ModeProbe {

    private static final Logger LOG = Logger.getLogger("mode-probe");

    void start(@Observes StartupEvent event, Instance<LocalTaskTester> tester, @Any Instance<TaskChannel> channels) {
        Set<String> beans = channels.handlesStream().map(channel -> channel.getBean().getBeanClass().getSimpleName())
                .collect(Collectors.toSet());
        Set<String> threads = Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.contains("tester")).collect(Collectors.toSet());
        LOG.infof("tester: %s, memory: %s, threads: %s", tester.isResolvable(), beans.contains("MemoryTaskChannel"), threads);
    }
}
