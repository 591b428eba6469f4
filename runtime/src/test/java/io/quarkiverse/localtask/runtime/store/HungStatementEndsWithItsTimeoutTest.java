package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HungStatementEndsWithItsTimeoutTest {

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB", "MARIADB_AS_MYSQL" })
    @Timeout(60)
    void permitIsFreeAgainAndTheErrorIsTransient(TestDatabase database) throws Exception {
        Database background = new Database(database.empty(), 1, Duration.ofMillis(500));
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> background.background(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute(database.isMariaDb() ? "SELECT SLEEP(60)" : "SELECT pg_sleep(60)");
                }
            })).matches(SqlErrors::isUnavailable);
        }
        assertThat(background.<Boolean> background(connection -> connection.isValid(1))).isTrue();
    }
}
