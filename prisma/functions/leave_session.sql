-- Decides what happens to the warm session of a task whose attempt ended. The caller balances the
-- permits of the login queue afterwards.
--   not is_kept     the session is dropped
--   idle            it stays, with its login queue's permit if that is first at the portal
--   closing         it must end, because another login queue is first at the portal, or because its
--                   worker no longer serves the account
-- `returns_with` is the tag of the task if it goes back to its queue: the task competes for its
-- turn as well.
-- Locks: the caller holds login queue, portal and session.
-- Keeps: I4.
-- requires: is_served, ring_bell
CREATE OR REPLACE FUNCTION leave_session(session warm_sessions, portal portals, is_kept boolean, returns_with bigint,
  lease_seconds double precision) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first parked_permits;
  next_state session_state := 'idle';
BEGIN
  IF NOT is_kept THEN
    DELETE FROM warm_sessions WHERE id = session.id;
    RETURN;
  END IF;
  IF portal.pause IS NULL THEN
    SELECT * INTO first FROM parked_permits WHERE portal_id = portal.id ORDER BY tag LIMIT 1;
  END IF;
  IF NOT is_served(portal.account_id, session.worker_id)
    OR first.tag < coalesce(returns_with, 9223372036854775807) AND first.login_queue_id IS DISTINCT FROM session.login_queue_id
  THEN
    next_state := 'closing';
  ELSIF first.login_queue_id = session.login_queue_id AND first.tag < coalesce(returns_with, 9223372036854775807) THEN
    DELETE FROM parked_permits WHERE id = first.id;
  ELSE
    first := NULL;
  END IF;
  UPDATE warm_sessions SET state = next_state, task_id = NULL, idle_since = clock_timestamp(),
    permit_tag = CASE WHEN next_state = 'idle' THEN first.tag END,
    expires_at = clock_timestamp() + make_interval(secs => lease_seconds) WHERE id = session.id;
  IF first.id IS NOT NULL OR next_state = 'closing' THEN PERFORM ring_bell(session.worker_id); END IF;
END $$;
