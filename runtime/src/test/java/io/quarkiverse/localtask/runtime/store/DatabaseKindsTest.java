package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DatabaseKindsTest {

    @Test
    void unknownKindIsAnErrorThatListsTheSupportedOnes() {
        assertThatIllegalArgumentException().isThrownBy(() -> TaskStores.of("db2", "local_task_message"))
                .withMessageContaining("'db2'").withMessageContaining("h2, mariadb, mysql, postgresql");
    }

    @Test
    void namesOfIndexesStayWithinTheIdentifierLimitAndApart() {
        String first = TableNames.of("app." + "a".repeat(62) + "1").prefix();
        String second = TableNames.of("app." + "a".repeat(62) + "2").prefix();
        assertThat(first).isNotEqualTo(second).hasSize(52);
        assertThat(first + "_task_id_uk").hasSize(63);
        assertThat(TableNames.of("app.tasks"))
                .isEqualTo(new TableNames("app.tasks", "app.local_task_meta", "app.local_task_audit",
                        "app.local_task_pause", "tasks", "tasks"));
        assertThat(TableNames.of("tasks").meta()).isEqualTo("local_task_meta");
    }
}
