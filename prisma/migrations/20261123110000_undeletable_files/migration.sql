SET lock_timeout = '2s';
ALTER TABLE pending_uploads ADD COLUMN failures int NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz(3);
