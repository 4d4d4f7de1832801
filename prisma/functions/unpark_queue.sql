-- Takes all permits of a login queue that are parked at its portal and returns them, for the caller to send.
-- Locks: the caller holds the row of the portal.
-- requires: permit_to_send
CREATE OR REPLACE FUNCTION unpark_queue(queue int) RETURNS jsonb LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM parked_permits WHERE login_queue_id = queue AND portal_id IS NOT NULL RETURNING *)
  SELECT coalesce(jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag), '[]') FROM gone
$$;
