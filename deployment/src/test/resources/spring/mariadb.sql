CREATE TABLE `local_task_message` (
    `id`             bigint NOT NULL AUTO_INCREMENT,
    `task_id`        varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL,
    `task_name`      varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci,
    `notify_type`    varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL,
    `notify_config`  text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    `status`         int NOT NULL DEFAULT '0',
    `parameter_json` json DEFAULT NULL,
    `house_number`   int DEFAULT '1',
    `create_time`    datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,
    `update_time`    datetime NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (`id`),
    UNIQUE KEY `uk_task_id` (`task_id`),
    KEY `idx_status` (`status`),
    KEY `idx_notify_type` (`notify_type`),
    KEY `idx_create_time` (`create_time`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci
