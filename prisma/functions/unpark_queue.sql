-- Removes all permits of a login queue that are parked at its portal and returns them for the
-- caller to send.
-- Locks: the caller holds the row of the portal.
-- requires: take_parked
CREATE OR REPLACE FUNCTION unpark_queue(queue int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT take_parked(ARRAY(SELECT id FROM parked_permits WHERE login_queue_id = queue AND portal_id IS NOT NULL))
$$;
