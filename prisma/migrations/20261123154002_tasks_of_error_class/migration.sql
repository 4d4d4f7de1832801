-- Tasks that failed in one way, newest first.
CREATE INDEX CONCURRENTLY tasks_of_error_class ON tasks (account_id, error_class, created_at DESC, id DESC)
  WHERE error_class IS NOT NULL;
