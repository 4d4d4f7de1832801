-- Tasks that are old enough to delete.
CREATE INDEX CONCURRENTLY tasks_ended ON tasks (account_id, completed_at) WHERE completed_at IS NOT NULL;
