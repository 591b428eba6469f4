/**
 * What users touch: annotate a {@code @Transactional} method with {@link io.quarkiverse.localtask.LocalTaskMessage}, or hand a
 * {@link io.quarkiverse.localtask.TaskMessage} to {@link io.quarkiverse.localtask.LocalTasks}. Events are in {@code event},
 * what
 * users may implement is in {@code spi}, everything else is under {@code runtime} and not API.
 */
package io.quarkiverse.localtask;
