-- Tasks whose files are old enough to delete.
CREATE INDEX CONCURRENTLY tasks_ended_with_files ON tasks (account_id, completed_at)
  WHERE completed_at IS NOT NULL AND deleted_files IS NULL;
