CREATE TABLE received_message (
    idempotency_key varchar(576) PRIMARY KEY,
    received_at     timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);
