package io.quarkiverse.localtask.runtime.compensation;

import java.util.HashSet;
import java.util.Set;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkiverse.localtask.runtime.store.ErrorText;

/** Says once per start and name that rows wait for a destination which is not known here: nothing else tells of them. */
final class UnknownDestinations {

    /** Names come from the table: whatever is in there, the log and the memory stay bounded. */
    static final int MAX_NAMES = 100;

    private static final Logger LOG = Logger.getLogger(UnknownDestinations.class);

    private final Set<String> named = new HashSet<>();

    synchronized void found(String name) {
        if (named.size() < MAX_NAMES && named.add(name)) {
            String shown = ErrorText.clean(name);
            LOG.warnf("Tasks wait for the destination '%s', which this instance does not know; it makes no attempt. An instance"
                    + " that knows it delivers them; if there is none, %s, or redirect or cancel them (the page \"Find and"
                    + " redeliver the dead\" of the documentation)", shown, remedy(shown));
        }
    }

    private static String remedy(String name) {
        String mq = Destination.MQ + ":";
        if (name.startsWith(mq)) {
            return "add " + name.substring(mq.length()) + " to " + PropertyNames.PREFIX + "mq.channels and build again";
        }
        if (name.startsWith(Destination.HTTP + ":")) {
            return "deploy the release that has accepted them";
        }
        return "set " + PropertyNames.ofDestination(name, "url") + " (or .channel, and build again)";
    }
}
