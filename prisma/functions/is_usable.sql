-- Whether a worker that speaks this version of the worker protocol can run the task that a permit
-- would start now. `permit`: the data of its pg-boss job. The task may change until take_task has
-- its locks, so take_task decides again.
-- Locks: none.
-- requires: is_understood
CREATE OR REPLACE FUNCTION is_usable(permit jsonb, protocol int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_understood(CASE WHEN permit ? 'taskId' THEN (permit->>'taskId')::uuid ELSE (
    SELECT id FROM tasks WHERE login_queue_id = (permit->>'loginQueueId')::int AND status = 'queued'
    ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1) END, protocol)
$$;
