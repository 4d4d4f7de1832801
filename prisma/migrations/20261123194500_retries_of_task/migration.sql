-- The retries of a task; few tasks are retries.
CREATE INDEX CONCURRENTLY tasks_retry_of ON tasks (retry_of) WHERE retry_of IS NOT NULL;
