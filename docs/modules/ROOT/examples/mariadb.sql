-- All instants are in UTC. DATETIME, since TIMESTAMP ends in 2038 and depends on the session's time zone.
CREATE TABLE IF NOT EXISTS local_task_message (
    id                BIGINT NOT NULL AUTO_INCREMENT,
    next_attempt_time DATETIME(6) NOT NULL, -- when it is due; while it is leased, when the lease ends
    create_time       DATETIME(6) NOT NULL,
    update_time       DATETIME(6) NOT NULL,
    house_number      INT NOT NULL,
    attempts          INT NOT NULL,
    version           INT NOT NULL,         -- the fence: only goes up
    status            SMALLINT NOT NULL,    -- 0 pending, 1 claimed, 2 succeeded, 3 failed, 4 dead, 5 scheduled, 6 cancelled
    task_id           VARCHAR(64) NOT NULL,
    task_name         VARCHAR(255) NOT NULL,
    channel           VARCHAR(64) NOT NULL,
    destination       VARCHAR(64) NOT NULL,
    content_type      VARCHAR(255) NOT NULL,
    notify_config     LONGTEXT,
    payload           LONGTEXT NOT NULL,
    last_error        VARCHAR(500),
    trace_context     VARCHAR(512),
    PRIMARY KEY (id),
    CONSTRAINT local_task_message_task_id_uk UNIQUE (task_id),
    -- There is no partial index: the status comes first, so that finished rows lie apart from those that wait.
    -- Fresh lane: the pending rows of a house by id.
    INDEX local_task_message_fresh_ix (status, house_number, id),
    -- Retry lane: one range per destination and house, in the order of due times; and claimed rows. A third index for those would
    -- cost every task 172 bytes of redo log (1,414 instead of 1,242; 20,000 tasks, MariaDB 10.11).
    INDEX local_task_message_retry_ix (status, destination, house_number, next_attempt_time, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What operators have done.
CREATE TABLE IF NOT EXISTS local_task_audit (
    id          BIGINT NOT NULL AUTO_INCREMENT,
    create_time DATETIME(6) NOT NULL,
    tasks       BIGINT NOT NULL,
    table_name  VARCHAR(128) NOT NULL,
    actor       VARCHAR(255) NOT NULL,
    action      VARCHAR(32) NOT NULL,
    subject     VARCHAR(1000) NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Destinations to which nothing is sent for now.
CREATE TABLE IF NOT EXISTS local_task_pause (
    table_name  VARCHAR(128) NOT NULL,
    destination VARCHAR(64) NOT NULL,
    actor       VARCHAR(255) NOT NULL,
    create_time DATETIME(6) NOT NULL,
    PRIMARY KEY (table_name, destination)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row per task table of the schema: whose it is.
CREATE TABLE IF NOT EXISTS local_task_meta (
    table_name     VARCHAR(128) NOT NULL,
    application    VARCHAR(255) NOT NULL,
    houses         INT NOT NULL,
    schema_version INT NOT NULL,
    update_time    DATETIME(6) NOT NULL,
    PRIMARY KEY (table_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
