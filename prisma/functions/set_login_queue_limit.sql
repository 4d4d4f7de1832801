-- Changes how many tasks of a login queue may run at once. `permits`: see permit_change.
-- Locks: login queue, portal (exclusively), then as balance_permits and permit_change.
-- Keeps: I2 and I4. I1 holds again once enough running tasks have ended.
-- requires: balance_permits, lock_portal, permit_change, settle_portal
CREATE OR REPLACE FUNCTION set_login_queue_limit(target int, new_limit int, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int;
BEGIN
  UPDATE login_queues SET max_running = new_limit WHERE id = target RETURNING * INTO queue;
  IF NOT FOUND THEN RETURN; END IF;
  portal := lock_portal(queue.portal_id, true);
  SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw FROM balance_permits(queue, NULL) b;
  permits := permit_change(queue.account_id, target, to_send || settle_portal(portal), to_withdraw, NULL);
END $$;
