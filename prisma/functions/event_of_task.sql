-- The content of an event about a task.
-- Locks: none.
CREATE OR REPLACE FUNCTION event_of_task(task tasks) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('task_id', task.id, 'recording_id', task.recording_id, 'endpoint_name', task.endpoint_name,
    'status', task.status, 'attempt', task.lease_epoch, 'error_class', task.error_class)
$$;
