-- Pauses a login queue, or ends its pause if new_pause is null. With only_expired, ends it only if
-- it has expired. A paused login queue has no permits. `permits`: see permit_change. Returns
-- whether anything changed.
-- Locks: login queue, portal (exclusively), then as balance_permits and permit_change.
-- Keeps: I2 and I4.
-- requires: balance_permits, lock_portal, permit_change, settle_portal
CREATE OR REPLACE FUNCTION set_login_queue_pause(target int, new_pause jsonb, only_expired boolean,
  OUT is_changed boolean, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int;
BEGIN
  UPDATE login_queues SET pause = new_pause WHERE id = target AND (pause IS NOT NULL OR new_pause IS NOT NULL)
    AND (NOT only_expired OR (pause->>'expires_at')::timestamptz <= clock_timestamp())
  RETURNING * INTO queue;
  is_changed := FOUND;
  IF NOT is_changed THEN RETURN; END IF;
  portal := lock_portal(queue.portal_id, true);
  SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw FROM balance_permits(queue, NULL) b;
  permits := permit_change(queue.account_id, target, to_send || settle_portal(portal), to_withdraw, NULL);
END $$;
