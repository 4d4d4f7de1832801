-- Drops a warm session that runs no task, either because its worker (`holder`) reports that the
-- browser is gone, or because it was not renewed in time (`holder` is null). A permit of the
-- session goes back to the lane with its tag.
-- Returns is_ended false if there is no such session. `permits`: see permit_change.
-- Locks: login queue, portal (exclusively), warm session, then as permit_change.
-- Keeps: I4.
-- requires: lock_portal, permit_change, permit_to_send, settle_portal
CREATE OR REPLACE FUNCTION end_session(target uuid, holder text, OUT is_ended boolean, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  session warm_sessions;
  portal portals;
  to_send jsonb;
BEGIN
  is_ended := false;
  SELECT * INTO session FROM warm_sessions WHERE id = target;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM login_queues WHERE id = session.login_queue_id FOR UPDATE;
  portal := lock_portal(session.portal_id, true);
  DELETE FROM warm_sessions s WHERE s.id = target AND s.state <> 'busy'
    AND CASE WHEN holder IS NULL THEN s.expires_at <= clock_timestamp() ELSE s.worker_id = holder END
  RETURNING * INTO session;
  IF NOT FOUND THEN RETURN; END IF;
  is_ended := true;
  to_send := settle_portal(portal);
  IF session.permit_tag IS NOT NULL THEN
    to_send := to_send || permit_to_send(gen_random_uuid(), session.login_queue_id, NULL, session.permit_tag);
  END IF;
  permits := permit_change(portal.account_id, session.login_queue_id, to_send, 0, NULL);
END $$;
