-- Moves what the Spring component 本地任务消息 has not sent into the task table. For MariaDB 10.6+ and MySQL 8.0+.
-- Before: the old application is stopped, its table is renamed to local_task_message_spring, and the new tables are there.
-- It may be run again at any time: what was moved is marked in the old table (status 100, 101, 103) and not moved again, and what
-- could not be moved is looked at once more. See which, and why: SELECT * FROM local_task_from_spring

-- Where the old rows go. Fill it in before, or after a first run: one line for each URL (http) or exchange (rabbit_mq), exactly as
-- it stands in notify_config, or one with target * for all others of that notify_type. The destination is one of your
-- configuration, or mq: and a messaging channel of quarkus.local-task.mq.channels.
CREATE TABLE IF NOT EXISTS local_task_spring_target (
    notify_type VARCHAR(32) NOT NULL,
    target      VARCHAR(700) NOT NULL,
    destination VARCHAR(64) NOT NULL,
    PRIMARY KEY (notify_type, target)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every old row that is neither sent nor moved, as the row it will be, or with the problem that keeps it.
CREATE OR REPLACE VIEW local_task_from_spring AS
WITH old AS (
    SELECT o.id, COALESCE(o.task_id, '') AS task_id, LEFT(COALESCE(o.task_name, ''), 255) AS task_name, o.notify_type, o.status,
           COALESCE(o.house_number, 0) AS house_number, o.create_time,
           o.parameter_json AS payload,
           CASE LOWER(REPLACE(o.notify_type, '_', '')) WHEN 'http' THEN 'http' WHEN 'rabbitmq' THEN 'mq'
                ELSE LOWER(o.notify_type) END AS channel,
           -- text that is no JSON is a row that cannot be moved, no error
           CASE WHEN JSON_VALID(o.notify_config) THEN o.notify_config END AS config
    FROM local_task_message_spring o
    WHERE o.status IN (0, 1, 3)
), wanted AS (
    SELECT o.*, NULLIF(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.http.url')), 'null') AS url,
           UPPER(COALESCE(NULLIF(NULLIF(TRIM(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.http.method'))), ''), 'null'), 'POST'))
               AS method,
           COALESCE(NULLIF(NULLIF(TRIM(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.http.contentType'))), ''), 'null'),
               'application/json') AS content_type,
           COALESCE(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.http.authorization')), '') NOT IN ('', 'null')
               OR COALESCE(JSON_LENGTH(o.config, '$.http.headers'), 0) > 0 AS has_headers,
           COALESCE(NULLIF(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.mq.exchange')), 'null'), '') AS exchange,
           NULLIF(JSON_UNQUOTE(JSON_EXTRACT(o.config, '$.mq.topic')), 'null') AS topic
    FROM old o
), mapped AS (
    SELECT w.*, COALESCE(
           (SELECT t.destination FROM local_task_spring_target t WHERE t.notify_type = CONVERT(w.notify_type USING utf8mb4)
            AND t.target = CONVERT(CASE w.channel WHEN 'http' THEN w.url WHEN 'mq' THEN w.exchange END USING utf8mb4)),
           (SELECT t.destination FROM local_task_spring_target t WHERE t.notify_type = CONVERT(w.notify_type USING utf8mb4)
            AND t.target = '*')
           ) AS destination
    FROM wanted w
)
SELECT m.id, m.task_id, m.status,
       CASE
           WHEN EXISTS (SELECT 1 FROM local_task_message n WHERE n.task_id = CONVERT(m.task_id USING utf8mb4))
               THEN 'a task with this id is already in the task table'
           WHEN TRIM(m.task_id) = '' THEN 'it has no task_id'
           WHEN CHAR_LENGTH(m.task_id) > 64 THEN 'its task_id is longer than 64 characters'
           WHEN CHAR_LENGTH(m.content_type) > 255 THEN 'its content type is longer than 255 characters'
           WHEN m.destination IS NOT NULL AND (m.channel <> 'mq' OR m.config IS NOT NULL) THEN NULL
           WHEN m.channel NOT IN ('http', 'mq') THEN CONCAT('notify_type ', m.notify_type, ' is unknown: give it a destination')
           WHEN m.config IS NULL THEN 'notify_config is no JSON'
           WHEN m.channel = 'mq' THEN CONCAT('exchange ''', m.exchange, ''' has no destination: give it one')
           WHEN m.url IS NULL THEN 'notify_config names no URL'
           WHEN m.has_headers THEN 'it has headers or an authorization, which may be secret: give its URL a destination'
           WHEN m.url NOT REGEXP '^[hH][tT][tT][pP][sS]?://[A-Za-z0-9.-]+(:[0-9]+)?([/?][!-~]*)?$'
                OR m.url REGEXP '["<>^`|#]' OR m.url LIKE '%{%' OR m.url LIKE '%}%' OR LOCATE(CHAR(92), m.url) > 0 OR CHAR_LENGTH(m.url) > 2048
               THEN 'its URL holds a user, or a character, or a host that a message''s own URL cannot have: give it a destination'
           WHEN m.method NOT IN ('POST', 'PUT', 'PATCH', 'DELETE')
               THEN CONCAT('its method is ', m.method, ': give its URL a destination with the method you want')
       END AS problem,
       m.notify_type, m.task_name, m.channel, m.house_number, m.create_time, m.content_type, COALESCE(m.payload, '') AS payload,
       -- the ones that stand for any URL: the rows of one host share one
       COALESCE(m.destination, CONCAT('http:', CRC32(LOWER(SUBSTRING_INDEX(SUBSTRING_INDEX(SUBSTRING_INDEX(SUBSTRING_INDEX(
                m.url, '://', -1), '/', 1), '?', 1), ':', 1))) MOD 8)) AS destination,
       CASE
           WHEN m.channel = 'http' AND m.destination IS NULL
               THEN JSON_OBJECT('target', JSON_OBJECT('url', m.url, 'method', m.method))
           WHEN m.channel = 'mq' AND m.topic IS NOT NULL
               THEN JSON_OBJECT('target', JSON_OBJECT('routing-key', m.topic))
       END AS notify_config
FROM mapped m;

DROP TEMPORARY TABLE IF EXISTS local_task_spring_movable;
CREATE TEMPORARY TABLE local_task_spring_movable AS SELECT * FROM local_task_from_spring WHERE problem IS NULL;

START TRANSACTION;

-- The old times are in the time zone of the old application; those of the task table in UTC.
INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version, status,
                                 task_id, task_name, channel, destination, content_type, notify_config, payload, last_error)
SELECT UTC_TIMESTAMP(6), COALESCE(CONVERT_TZ(o.create_time, @@session.time_zone, '+00:00'), UTC_TIMESTAMP(6)), UTC_TIMESTAMP(6),
       ABS(o.house_number) MOD COALESCE((SELECT m.houses FROM local_task_meta m WHERE m.table_name = 'local_task_message'), 64),
       0, 0, CASE o.status WHEN 0 THEN 0 ELSE 3 END,
       o.task_id, o.task_name, o.channel, o.destination, o.content_type, o.notify_config, o.payload,
       CASE o.status WHEN 1 THEN 'was being sent by the old application' WHEN 3 THEN 'failed in the old application' END
FROM local_task_spring_movable o
ORDER BY o.id;

UPDATE local_task_message_spring o JOIN local_task_spring_movable m ON m.id = o.id SET o.status = o.status + 100;

COMMIT;

DROP TEMPORARY TABLE local_task_spring_movable;
