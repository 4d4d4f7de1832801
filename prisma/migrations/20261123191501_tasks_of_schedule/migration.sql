-- Tasks of one schedule by state, newest first.
CREATE INDEX CONCURRENTLY tasks_of_schedule ON tasks (schedule_id, status, created_at DESC, id DESC)
  WHERE schedule_id IS NOT NULL;
