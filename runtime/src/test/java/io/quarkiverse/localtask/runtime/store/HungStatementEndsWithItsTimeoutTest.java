package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HungStatementEndsWithItsTimeoutTest {

    @Test
    @Timeout(20)
    void permitIsFreeAgainAndTheErrorIsTransient() throws Exception {
        Database background = new Database(TestDatabase.POSTGRESQL.empty(), 1, Duration.ofMillis(500));
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> background.background(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("SELECT pg_sleep(60)");
                }
            })).matches(SqlErrors::isUnavailable);
        }
        assertThat(background.<Boolean> background(connection -> connection.isValid(1))).isTrue();
    }
}
