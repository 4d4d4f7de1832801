-- Pauses a portal, or ends its pause if new_pause is null. With only_expired, ends it only if it
-- has expired. Once this has committed, no claim starts a task at a paused portal. `permits`: see
-- permit_change. Returns whether anything changed.
-- Locks: if the portal has no limit, advisory 1 of the portal, exclusively, so that claims that saw
-- no pause have ended; then the portal; then as settle_portal and permit_change.
-- Keeps: I4.
-- requires: permit_change, settle_portal, take_parked
CREATE OR REPLACE FUNCTION set_portal_pause(target int, new_pause jsonb, only_expired boolean,
  OUT is_changed boolean, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  portal portals;
  to_send jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(1, target);
  UPDATE portals SET pause = new_pause WHERE id = target AND (pause IS NOT NULL OR new_pause IS NOT NULL)
    AND (NOT only_expired OR (pause->>'expires_at')::timestamptz <= clock_timestamp())
  RETURNING * INTO portal;
  is_changed := FOUND;
  IF NOT is_changed OR new_pause IS NOT NULL THEN RETURN; END IF;
  -- Without a limit, claims park what waits for a warm session again.
  to_send := CASE WHEN portal.max_parallelism IS NOT NULL THEN settle_portal(portal)
    ELSE take_parked(ARRAY(SELECT id FROM parked_permits WHERE portal_id = target)) END;
  permits := permit_change(portal.account_id, NULL, to_send, 0, NULL);
END $$;
