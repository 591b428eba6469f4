package io.quarkiverse.localtask.runtime.store;

/**
 * The statements of PostgreSQL. Sets of rows travel as arrays, so that a statement's text and its plan do not depend on how
 * many there are.
 * <p>
 * The clock is {@code statement_timestamp()}: {@code now()} stands still for a whole transaction, {@code clock_timestamp()} is
 * volatile and cannot be an index condition.
 * <p>
 * Claims and writes pick their rows through a LATERAL subquery with its own FOR UPDATE: the planner cannot turn such a subquery
 * into a join, so that each row is one probe of a unique index whatever the statistics of a table that fills and empties all
 * day say. A locked row is skipped, therefore no statement waits. {@code MATERIALIZED} makes the picking happen exactly once.
 * <p>
 * Scans say {@code LIMIT (SELECT ?)}: a limit whose value the planner cannot see makes it expect that a tenth of the rows is
 * read, for which the index in its order wins. Seeing a limit above the number of rows it expects, it reads and sorts them all,
 * and that expectation may be from before the backlog.
 */
final class PostgreSqlStatements {

    private static final String INSERT = """
            INSERT INTO ${table} (task_id, task_name, channel, destination, notify_config, payload, content_type, house_number,
                                  status, next_attempt_time, trace_context, attempts, version, create_time, update_time)
            """;

    private static final String ONE = """
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, COALESCE(?, ${later}), ?, 0, 0, ${now}, ${now})
            """;

    static final String INSERT_ONE = INSERT + ONE + """
            ON CONFLICT (task_id) DO NOTHING
            RETURNING id
            """;

    /* Where the id cannot be there: to insert a row on approval, which ON CONFLICT does, costs one record of the log more. */
    static final String INSERT_NEW = INSERT + ONE + "RETURNING id";

    /* ORDER BY before the identity is drawn: ids ascend in the order of the list. */
    static final String INSERT_MANY = INSERT + """
            SELECT n.task_id, n.task_name, n.channel, n.destination, n.notify_config, n.payload, n.content_type, n.house_number,
                   n.status, COALESCE(n.not_before, ${now} + n.delay * interval '1 microsecond'), n.trace_context, 0, 0,
                   ${now}, ${now}
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::int[],
                        ?::timestamptz[], ?::bigint[], ?::text[])
                 WITH ORDINALITY AS n (task_id, task_name, channel, destination, notify_config, payload, content_type,
                                       house_number, status, not_before, delay, trace_context, position)
            ORDER BY n.position
            ON CONFLICT (task_id) DO NOTHING
            RETURNING id, task_id
            """;

    /*
     * One short range of the fresh index per house, from behind its cursor; one row of it where the first is not due. No
     * condition
     * on the due time inside: it would make one statement wade through all rows that are not due yet. For the order see
     * RETRIES.
     */
    static final String FRESH = """
            SELECT c.id, c.version, c.task_id, c.task_name, c.destination, c.house_number, c.status, c.attempts,
                   c.last_error, c.next_attempt_time <= ${now} AS due
            FROM unnest(?::int[], ?::bigint[]) WITH ORDINALITY AS h (house, after_id, position)
            CROSS JOIN LATERAL (
                SELECT t.id, t.next_attempt_time <= ${now} AS due
                FROM ${table} t
                WHERE t.status = 0 AND t.house_number = h.house AND t.id > h.after_id
                ORDER BY t.id
                LIMIT 1) head
            CROSS JOIN LATERAL (
                SELECT t.*
                FROM ${table} t
                WHERE t.status = 0 AND t.house_number = h.house AND t.id >= head.id
                ORDER BY t.id
                LIMIT (CASE WHEN head.due THEN ?::bigint ELSE 1 END)) c
            LIMIT ?
            """;

    /*
     * One short range of the retry index per house, read in index order: rows of other destinations and houses, and rows that
     * are not due, are never touched. No ORDER BY outside: a LATERAL with a LIMIT can only be a nested loop, which visits the
     * houses in the array's order and stops at the outer LIMIT; sorting would read every house first.
     */
    static final String RETRIES = """
            SELECT c.id, c.version, c.task_id, c.task_name, c.destination, c.house_number, c.status, c.attempts, c.last_error,
                   TRUE AS due
            FROM unnest(?::int[], ?::timestamptz[]) WITH ORDINALITY AS h (house, since, position)
            CROSS JOIN LATERAL (
                SELECT t.*
                FROM ${table} t
                WHERE t.destination = ? AND t.house_number = h.house AND t.status IN (3, 5) AND t.next_attempt_time <= ${now}
                  AND t.next_attempt_time >= h.since
                ORDER BY t.next_attempt_time, t.id
                LIMIT ${limit}) c
            LIMIT ?
            """;

    /* The suspect index holds what is in flight anywhere: read from the oldest lease on, the rest is a filter. */
    static final String SUSPECTS = "SELECT " + JdbcTaskStore.CANDIDATE + """
            , TRUE AS due
            FROM ${table}
            WHERE status = 1 AND next_attempt_time <= ${now} AND next_attempt_time >= ?::timestamptz
              AND house_number = ANY (?) AND destination = ANY (?)
            ORDER BY next_attempt_time
            LIMIT ${limit}
            """;

    /*
     * Loose index scans: min() above the last value jumps to the next one. The fresh index begins with the house; the retry
     * index begins with the destination, so that it takes one walk over the destinations, and one over the stray houses of
     * each. Taken rows matter once their lease is over; those are few.
     */
    static final String STRAY_HOUSES = """
            WITH RECURSIVE fresh (house) AS (
                (SELECT min(house_number) FROM ${table} WHERE status = 0)
                UNION ALL
                SELECT (SELECT min(house_number) FROM ${table}
                        WHERE status = 0 AND house_number > CASE WHEN f.house BETWEEN -1 AND b.houses - 2 THEN b.houses - 1
                                                                 ELSE f.house END)
                FROM fresh f, bound b
                WHERE f.house IS NOT NULL
            ), bound (houses) AS (
                SELECT ?::int
            ), destinations (name) AS (
                (SELECT min(destination) FROM ${table} WHERE status IN (3, 5))
                UNION ALL
                SELECT (SELECT min(destination) FROM ${table} WHERE status IN (3, 5) AND destination > d.name)
                FROM destinations d
                WHERE d.name IS NOT NULL
            ), retry (name, house) AS (
                SELECT d.name, (SELECT min(house_number) FROM ${table} WHERE status IN (3, 5) AND destination = d.name)
                FROM destinations d
                WHERE d.name IS NOT NULL
                UNION ALL
                SELECT r.name,
                       (SELECT min(house_number) FROM ${table}
                        WHERE status IN (3, 5) AND destination = r.name
                          AND house_number > CASE WHEN r.house BETWEEN -1 AND b.houses - 2 THEN b.houses - 1
                                                  ELSE r.house END)
                FROM retry r, bound b
                WHERE r.house IS NOT NULL
            )
            SELECT s.house
            FROM (SELECT house FROM fresh
                  UNION
                  SELECT house FROM retry
                  UNION
                  SELECT house_number FROM ${table} WHERE status = 1 AND next_attempt_time <= ${now}) s, bound b
            WHERE s.house < 0 OR s.house >= b.houses
            ORDER BY s.house
            """;

    private static final String TAKE = """
            UPDATE ${table}
            SET status = 1, version = version + 1, attempts = attempts + 1, next_attempt_time = ${later}, update_time = ${now}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            RETURNING
            """ + JdbcTaskStore.CLAIMED;

    static final String CLAIM = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[], ?::int[]) AS c (id, version)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = c.version AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
            )
            """ + TAKE;

    static final String CLAIM_SPILLED = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[], ?::text[]) AS c (id, task_id)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.task_id = c.task_id AND t.destination = ? AND t.version = 0 AND t.status = 0
                    FOR UPDATE SKIP LOCKED) p
            )
            """ + TAKE;

    static final String MOVE_TO_RETRY_LANE = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[], ?::int[]) AS c (id, version)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = c.version AND t.status = 0
                    FOR UPDATE SKIP LOCKED) p
            )
            UPDATE ${table}
            SET status = 3, version = version + 1, next_attempt_time = GREATEST(next_attempt_time, ${now}),
                update_time = ${now}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            RETURNING id
            """;

    /** With what is set and for which rows to be filled in; the parameters of what is set come first. */
    static final String CHANGE = """
            UPDATE ${table}
            SET %s
            WHERE id = ANY (ARRAY(
                SELECT p.id
                FROM unnest(?::bigint[], ?::int[]) AS c (id, version)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = c.version AND %s
                    FOR UPDATE SKIP LOCKED) p))
            """;

    /* A success does not look at the version: a late one finishes a row that somebody else has claimed meanwhile. */
    private static final String PICK_SUCCEEDED = """
            WITH picked AS MATERIALIZED (
                SELECT p.id, o.attempts
                FROM unnest(?::bigint[], ?::text[], ?::int[]) AS o (id, task_id, attempts)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = o.id AND t.task_id = o.task_id AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
                WHERE ${durability}
            )
            """;

    /*
     * The commit that ends this transaction does not wait for the disk: a success that a crash of the database takes back is a
     * delivery that is repeated. In the statement itself, it costs no round trip, and nothing is left for a pooler to mix up.
     */
    private static final String NOT_AWAITED = "(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL";

    static final String MARK_SUCCEEDED = PICK_SUCCEEDED + """
            UPDATE ${table} t
            SET status = 2, attempts = t.attempts + p.attempts, last_error = NULL, update_time = ${now}
            FROM picked p
            WHERE t.id = p.id
            RETURNING t.id
            """;

    static final String DELETE_SUCCEEDED = PICK_SUCCEEDED + """
            DELETE FROM ${table}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            RETURNING id
            """;

    /** @return the statement for a transaction that has successes only */
    static String notAwaited(String succeeded) {
        return succeeded.replace("${durability}", NOT_AWAITED);
    }

    /** @return the statement for a transaction that has more in it */
    static String awaited(String succeeded) {
        return succeeded.replace("${durability}", "true");
    }

    static final String WRITE_OTHERS = """
            WITH picked AS MATERIALIZED (
                SELECT o.*
                FROM unnest(?::bigint[], ?::text[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::text[])
                     AS o (id, task_id, version, status, attempts, delay, error)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = o.id AND t.task_id = o.task_id AND t.version = o.version AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
            )
            UPDATE ${table} t
            SET status = p.status, version = t.version + 1, attempts = GREATEST(t.attempts + p.attempts, 0),
                next_attempt_time = COALESCE(${now} + p.delay * interval '1 microsecond', t.next_attempt_time),
                last_error = COALESCE(p.error, t.last_error), update_time = ${now}
            FROM picked p
            WHERE t.id = p.id
            RETURNING t.id
            """;

    static final String STILL_OPEN = """
            SELECT o.id
            FROM unnest(?::bigint[], ?::text[], ?::int[]) AS o (id, task_id, version)
            CROSS JOIN LATERAL (
                SELECT t.id
                FROM ${table} t
                WHERE t.id = o.id AND t.task_id = o.task_id AND (o.version IS NULL OR t.version = o.version)
                  AND t.status IN (0, 1, 3, 5)
                LIMIT 1) t
            """;

    /*
     * Walks the primary key: no index on a finished row's time has to be maintained for every task. The age is asked again of
     * the locked row, since it may have been redelivered meanwhile.
     * The limit is given twice: hidden, so that the walk keeps to the index, and in sight, so that the rest is not planned
     * for a tenth of the table, which costs enough on paper to have each step compiled (jit).
     */
    static final String PURGE = """
            WITH step AS MATERIALIZED (
                SELECT w.id, w.create_time
                FROM (SELECT id, create_time FROM ${table} WHERE id > ? ORDER BY id LIMIT ${limit}) w
                LIMIT ?
            ), picked AS MATERIALIZED (
                SELECT p.id
                FROM step s
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = s.id
                      AND (t.status = 2 AND t.update_time <= ${later}
                        OR t.status = 4 AND t.update_time <= ${later}
                        OR t.status = 6 AND t.update_time <= ${later})
                    FOR UPDATE SKIP LOCKED) p
            ), gone AS (
                DELETE FROM ${table} WHERE id = ANY (ARRAY(SELECT id FROM picked)) RETURNING id
            )
            SELECT (SELECT count(*) FROM step) AS looked_at, (SELECT max(id) FROM step) AS last_id,
                   (SELECT count(*) FROM gone) AS deleted,
                   (SELECT s.create_time > ${later} FROM step s ORDER BY s.id DESC LIMIT 1) AS too_young
            """;

    /*
     * From one pair of destination and house to the next, one descent of the index for each, which finds the row that is due
     * first; where that one was scheduled by the application and may not be due, the ten that are due first. And the claimed
     * rows whose lease ends first, of which there are only as many as attempts under way.
     */
    static final String OLDEST_WAITING = """
            WITH RECURSIVE lane (destination, house, status, age) AS (
                (SELECT t.destination, t.house_number, t.status, CASE t.status WHEN 3 THEN ${age} ELSE ${overdue} END
                 FROM ${table} t
                 WHERE t.status IN (3, 5)
                 ORDER BY t.destination, t.house_number, t.next_attempt_time
                 LIMIT 1)
                UNION ALL
                SELECT next.*
                FROM lane l
                CROSS JOIN LATERAL (
                    SELECT t.destination, t.house_number, t.status, CASE t.status WHEN 3 THEN ${age} ELSE ${overdue} END
                    FROM ${table} t
                    WHERE t.status IN (3, 5) AND (t.destination, t.house_number) > (l.destination, l.house)
                    ORDER BY t.destination, t.house_number, t.next_attempt_time
                    LIMIT 1) next
            ), waiting (destination, age) AS (
                SELECT l.destination, l.age FROM lane l
                UNION ALL
                SELECT head.*
                FROM lane l
                CROSS JOIN LATERAL (
                    SELECT t.destination, CASE t.status WHEN 3 THEN ${age} ELSE ${overdue} END
                    FROM ${table} t
                    WHERE t.status IN (3, 5) AND t.destination = l.destination AND t.house_number = l.house
                    ORDER BY t.next_attempt_time
                    LIMIT 10) head
                WHERE l.status = 5
                UNION ALL
                (SELECT t.destination, ${age} FROM ${table} t WHERE t.status = 1 ORDER BY t.next_attempt_time LIMIT 500)
            )
            SELECT destination, max(age) AS age
            FROM waiting
            WHERE age >= 0
            GROUP BY destination
            """;

    static final String FRESH_HEADS = """
            SELECT h.position - 1 AS house, head.*
            FROM unnest(?::bigint[]) WITH ORDINALITY AS h (from_id, position)
            CROSS JOIN LATERAL (
                SELECT t.id, t.destination, ${age} AS age
                FROM ${table} t
                WHERE t.status = 0 AND t.house_number = h.position - 1 AND t.id >= h.from_id
                ORDER BY t.id
                LIMIT 1) head
            """;

    static final String SCHEMA_OF = """
            SELECT n.nspname
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = to_regclass(?)
            """;

    private PostgreSqlStatements() {
    }
}
