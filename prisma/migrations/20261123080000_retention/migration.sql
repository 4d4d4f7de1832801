SET lock_timeout = '2s';

ALTER TABLE accounts ADD COLUMN retention_days int, ADD COLUMN artifact_retention_days int;
ALTER TABLE tasks ADD COLUMN deleted_files int, ADD COLUMN files_deleted_at timestamptz(3);

CREATE TABLE deleted_attempts (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  allocated_at timestamptz(3) NOT NULL,
  seconds double precision NOT NULL
);
CREATE INDEX deleted_attempts_account_id_allocated_at_idx ON deleted_attempts (account_id, allocated_at);
