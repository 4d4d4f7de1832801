-- A list of one permit, in the format of permit_change.
-- Locks: none.
CREATE OR REPLACE FUNCTION permit_to_send(id uuid, login_queue_id int, task_id uuid, tag bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(jsonb_build_object('id', id, 'loginQueueId', login_queue_id, 'taskId', task_id, 'tag', tag))
$$;
