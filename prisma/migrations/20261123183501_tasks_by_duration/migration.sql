-- Tasks of an account by the time between their start and their end.
CREATE INDEX CONCURRENTLY tasks_by_duration ON tasks (account_id, (completed_at - started_at), id)
  WHERE started_at IS NOT NULL AND completed_at IS NOT NULL;
