package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

import org.junit.jupiter.api.Test;

@OnEveryDatabase
class InstantsAreIndependentOfTimeZonesTest extends StoreTest {

    /* An hour that New York does not have, one it has twice, and the last microsecond of a year. */
    private static final List<Instant> INSTANTS = List.of(Instant.parse("2026-03-08T02:19:00Z"),
            Instant.parse("2026-03-08T07:19:00.000001Z"), Instant.parse("2026-11-01T05:30:00Z"),
            Instant.parse("2026-11-01T06:30:00Z"), Instant.parse("2026-12-31T23:59:59.999999Z"));

    @Test
    void instantsReadBackEqual() throws Exception {
        TimeZone jvmZone = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
        try (Connection abroad = dataSource.getConnection(); Statement statement = abroad.createStatement()) {
            statement.execute(database.isMariaDb() ? "SET time_zone = '-05:00'" : "SET TIME ZONE 'America/New_York'");
            List<NewTask> tasks = new ArrayList<>();
            for (int i = 0; i < INSTANTS.size(); i++) {
                tasks.add(notBefore("many-" + i, "partner", 0, INSTANTS.get(i)));
                store.insert(abroad, List.of(notBefore("one-" + i, "partner", 0, INSTANTS.get(i))), GRACE);
            }
            store.insert(abroad, tasks, GRACE);
            for (int i = 0; i < INSTANTS.size(); i++) {
                for (String id : List.of("many-" + i, "one-" + i)) {
                    assertThat(store.find(abroad, id).orElseThrow().nextAttemptTime()).isEqualTo(INSTANTS.get(i));
                }
            }
            try (ResultSet rows = statement.executeQuery(
                    "SELECT task_id FROM " + TABLE + " WHERE task_id LIKE 'one-%' ORDER BY next_attempt_time")) {
                for (int i = 0; i < INSTANTS.size(); i++) {
                    rows.next();
                    assertThat(rows.getString(1)).as("order of due times").isEqualTo("one-" + i);
                }
            }
        } finally {
            TimeZone.setDefault(jvmZone);
        }
        assertThat(find("many-0").nextAttemptTime()).isEqualTo(INSTANTS.get(0));
    }

    @Test
    void whatIsFinerThanAMicrosecondIsCutOffAndWhatIsTooFarIsBounded() throws Exception {
        store.insert(connection, List.of(notBefore("fine", "partner", 0, Instant.parse("2026-01-01T00:00:00.123456999Z")),
                notBefore("far", "partner", 0, Instant.MAX), notBefore("long ago", "partner", 0, Instant.MIN)), GRACE);
        insert(notBefore("far alone", "partner", 0, Instant.MAX));
        assertThat(find("fine").nextAttemptTime()).isEqualTo(Instant.parse("2026-01-01T00:00:00.123456Z"));
        assertThat(find("far").nextAttemptTime()).isEqualTo(find("far alone").nextAttemptTime())
                .isEqualTo(Instant.parse("9999-12-31T23:59:59.999999Z"));
        assertThat(store.retries(connection, new int[] { 0 }, sinceEver(new int[] { 0 }), "partner", 10))
                .extracting(Candidate::taskId)
                .contains("long ago").doesNotContain("far");
    }
}
