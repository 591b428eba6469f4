package io.quarkiverse.localtask.it.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * These tests put a PgBouncer before the database. Where there is none they are skipped, or, with
 * {@code -Dlocal-task.tests.require-servers=true}, they fail.
 */
@Inherited
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PgBouncerCondition.class)
public @interface NeedsPgBouncer {
}
