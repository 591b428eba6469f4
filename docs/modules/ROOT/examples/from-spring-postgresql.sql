-- Moves what the Spring component 本地任务消息 has not sent into the task table. For PostgreSQL.
-- Before: the old application is stopped, its table is renamed to local_task_message_spring, and the new tables are there.
-- It may be run again at any time: what was moved is marked in the old table (status 100, 101, 103) and not moved again, and what
-- could not be moved is looked at once more. See which, and why: SELECT * FROM local_task_from_spring

-- Where the old rows go. Fill it in before, or after a first run: one line for each URL (http) or exchange (rabbit_mq), exactly as
-- it stands in notify_config, or one with target * for all others of that notify_type. The destination is one of your
-- configuration, or mq: and a messaging channel of quarkus.local-task.mq.channels.
CREATE TABLE IF NOT EXISTS local_task_spring_target (
    notify_type varchar(32) NOT NULL,
    target      varchar(700) NOT NULL,
    destination varchar(64) NOT NULL,
    PRIMARY KEY (notify_type, target)
);

-- Text that is no JSON is a row that cannot be moved, no error.
CREATE OR REPLACE FUNCTION local_task_spring_json(config text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN config::jsonb;
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

-- Every old row that is neither sent nor moved, as the row it will be, or with the problem that keeps it.
CREATE OR REPLACE VIEW local_task_from_spring AS
WITH old AS (
    SELECT o.id, coalesce(o.task_id, '') AS task_id, left(coalesce(o.task_name, ''), 255) AS task_name, o.notify_type, o.status,
           coalesce(o.house_number, 0) AS house_number, o.create_time,
           o.parameter_json::text AS payload,
           CASE lower(replace(o.notify_type, '_', '')) WHEN 'http' THEN 'http' WHEN 'rabbitmq' THEN 'mq'
                ELSE lower(o.notify_type) END AS channel,
           local_task_spring_json(o.notify_config::text) AS config
    FROM local_task_message_spring o
    WHERE o.status IN (0, 1, 3)
), wanted AS (
    SELECT o.*, o.config #>> '{http,url}' AS url,
           upper(coalesce(nullif(trim(o.config #>> '{http,method}'), ''), 'POST')) AS method,
           coalesce(nullif(trim(o.config #>> '{http,contentType}'), ''), 'application/json') AS content_type,
           coalesce(o.config #>> '{http,authorization}', '') <> ''
               OR coalesce(o.config #>> '{http,headers}', '{}') <> '{}' AS has_headers,
           coalesce(o.config #>> '{mq,exchange}', '') AS exchange,
           o.config #>> '{mq,topic}' AS topic
    FROM old o
), mapped AS (
    SELECT w.*, coalesce(
           (SELECT t.destination FROM local_task_spring_target t WHERE t.notify_type = w.notify_type
            AND t.target = CASE w.channel WHEN 'http' THEN w.url WHEN 'mq' THEN w.exchange END),
           (SELECT t.destination FROM local_task_spring_target t WHERE t.notify_type = w.notify_type AND t.target = '*')
           ) AS destination
    FROM wanted w
)
SELECT m.id, m.task_id, m.status,
       CASE
           WHEN EXISTS (SELECT 1 FROM local_task_message n WHERE n.task_id = m.task_id)
               THEN 'a task with this id is already in the task table'
           WHEN trim(m.task_id) = '' THEN 'it has no task_id'
           WHEN length(m.task_id) > 64 THEN 'its task_id is longer than 64 characters'
           WHEN length(m.content_type) > 255 THEN 'its content type is longer than 255 characters'
           WHEN m.destination IS NOT NULL AND (m.channel <> 'mq' OR m.config IS NOT NULL) THEN NULL
           WHEN m.channel NOT IN ('http', 'mq') THEN 'notify_type ' || m.notify_type || ' is unknown: give it a destination'
           WHEN m.config IS NULL THEN 'notify_config is no JSON'
           WHEN m.channel = 'mq' THEN 'exchange ''' || m.exchange || ''' has no destination: give it one'
           WHEN m.url IS NULL THEN 'notify_config names no URL'
           WHEN m.has_headers THEN 'it has headers or an authorization, which may be secret: give its URL a destination'
           WHEN m.url !~ '^[hH][tT][tT][pP][sS]?://[A-Za-z0-9.-]+(:[0-9]+)?([/?][!-~]*)?$'
                OR m.url ~ '["<>^`|#]' OR m.url LIKE '%{%' OR m.url LIKE '%}%' OR position(chr(92) in m.url) > 0 OR length(m.url) > 2048
               THEN 'its URL holds a user, or a character, or a host that a message''s own URL cannot have: give it a destination'
           WHEN m.method NOT IN ('POST', 'PUT', 'PATCH', 'DELETE')
               THEN 'its method is ' || m.method || ': give its URL a destination with the method you want'
       END AS problem,
       m.notify_type, m.task_name, m.channel, m.house_number, m.create_time, m.content_type, coalesce(m.payload, '') AS payload,
       -- the ones that stand for any URL: the rows of one host share one
       coalesce(m.destination,
                'http:' || abs(hashtext(lower(substring(m.url FROM '^[a-zA-Z]+://([^:/?]+)')))::bigint) % 8) AS destination,
       CASE
           WHEN m.channel = 'http' AND m.destination IS NULL
               THEN jsonb_build_object('target', jsonb_build_object('url', m.url, 'method', m.method))::text
           WHEN m.channel = 'mq' AND m.topic IS NOT NULL
               THEN jsonb_build_object('target', jsonb_build_object('routing-key', m.topic))::text
       END AS notify_config
FROM mapped m;

WITH moved AS (
    INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version, status,
                                     task_id, task_name, channel, destination, content_type, notify_config, payload, last_error)
    SELECT statement_timestamp(), o.create_time, statement_timestamp(),
           abs(o.house_number) % coalesce((SELECT m.houses FROM local_task_meta m WHERE m.table_name = 'local_task_message'), 64),
           0, 0, CASE o.status WHEN 0 THEN 0 ELSE 3 END,
           o.task_id, o.task_name, o.channel, o.destination, o.content_type, o.notify_config, o.payload,
           CASE o.status WHEN 1 THEN 'was being sent by the old application' WHEN 3 THEN 'failed in the old application' END
    FROM local_task_from_spring o
    WHERE o.problem IS NULL
    ORDER BY o.id
    ON CONFLICT (task_id) DO NOTHING
    RETURNING task_id
)
UPDATE local_task_message_spring SET status = status + 100 WHERE task_id IN (SELECT task_id FROM moved);
