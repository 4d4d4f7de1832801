-- Returns a row of tasks with the defaults of its columns, for jsonb_populate_record. Naming no
-- columns in the INSERT lets a new column that may be null reach the table without another edit.
-- Locks: none.
CREATE OR REPLACE FUNCTION new_task() RETURNS tasks LANGUAGE plpgsql AS $$
DECLARE
  task tasks;
BEGIN
  task.sequence := nextval('tasks_sequence_seq');
  task.created_at := now();
  task.status := 'queued';
  task.kind := 'task';
  task.max_timeout_in_minutes := 10;
  task.use_proxy := false;
  task.is_dedicated := false;
  task.is_local := false;
  task.per_login_parallelism := 1;
  task.max_retries := 1;
  task.infrastructure_retries := 0;
  task.max_automation_retries := 0;
  task.automation_retries := 0;
  task.lease_epoch := 0;
  RETURN task;
END $$;
