ALTER TABLE local_task_message RENAME TO local_task_message_spring;

CREATE TABLE local_task_spring_target (
    notify_type VARCHAR(32) NOT NULL,
    target      VARCHAR(700) NOT NULL,
    destination VARCHAR(64) NOT NULL,
    PRIMARY KEY (notify_type, target)
);

INSERT INTO local_task_spring_target (notify_type, target, destination) VALUES
    ('http', 'http://partner.example/orders', 'partner'), -- had an authorization
    ('rabbit_mq', 'ltm_exchange', 'erp'),                 -- the exchange
    ('kafka', '*', 'erp');                                -- all of this type, whatever they name
