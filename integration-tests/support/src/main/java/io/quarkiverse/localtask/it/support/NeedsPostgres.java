package io.quarkiverse.localtask.it.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of this class run on PostgreSQL. Where it cannot be started they are skipped, or, with
 * {@code -Dlocal-task.tests.require-servers=true}, they fail.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PostgresCondition.class)
public @interface NeedsPostgres {
}
