CREATE TABLE local_task_message (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id        varchar(128) NOT NULL UNIQUE,
    task_name      varchar(255),
    notify_type    varchar(32) NOT NULL,
    notify_config  text,
    status         int NOT NULL DEFAULT 0,
    parameter_json json,
    house_number   int DEFAULT 1,
    create_time    timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time    timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP
)
