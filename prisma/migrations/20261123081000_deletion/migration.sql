SET lock_timeout = '2s';

CREATE TABLE recording_purges (
  recording_id uuid PRIMARY KEY REFERENCES recordings (id) ON DELETE CASCADE ON UPDATE CASCADE,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE account_deletions (
  account_id uuid PRIMARY KEY,
  name text NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  deleted_tasks int NOT NULL DEFAULT 0
);
