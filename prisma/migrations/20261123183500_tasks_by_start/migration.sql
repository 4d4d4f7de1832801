-- Tasks of an account by the time of their start.
CREATE INDEX CONCURRENTLY tasks_by_start ON tasks (account_id, started_at, id) WHERE started_at IS NOT NULL;
