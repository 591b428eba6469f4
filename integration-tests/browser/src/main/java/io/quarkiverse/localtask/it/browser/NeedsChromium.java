package io.quarkiverse.localtask.it.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of this class look at the page in a real Chromium. Where there is none they are skipped, or, with
 * {@code -Dlocal-task.tests.require-servers=true}, they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ChromiumCondition.class)
public @interface NeedsChromium {
}
