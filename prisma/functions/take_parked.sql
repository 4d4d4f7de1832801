-- Removes the given permits from where they are parked and returns those that were still there,
-- smallest tag first, for the caller to send.
-- Locks: the parked permits. The caller that chose them holds the row of their portal, or skipped
-- those that another transaction is taking.
-- requires: permit_to_send
CREATE OR REPLACE FUNCTION take_parked(ids uuid[]) RETURNS jsonb LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM parked_permits WHERE id = ANY(ids) RETURNING *)
  SELECT coalesce(jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag), '[]') FROM gone
$$;
