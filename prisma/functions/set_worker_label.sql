-- Restricts an account to the workers of a label; null removes the restriction. Returns the old and
-- the new lane: the caller moves the permits that wait in the old one. Permits that claimers have
-- already taken are moved by take_task. Idle warm sessions of workers that no longer serve the
-- account are closed; those with a permit are closed when their worker tries to use it.
-- Locks: the account, then its advisory 2, exclusively, so that nothing is sent to the old lane.
-- requires: is_served, lane_of, ring_bell
CREATE OR REPLACE FUNCTION set_worker_label(account uuid, label text, OUT old_lane text, OUT new_lane text)
LANGUAGE plpgsql AS $$
DECLARE rung int;
BEGIN
  PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
  PERFORM pg_advisory_xact_lock(2, hashtext(account::text));
  old_lane := lane_of(account);
  UPDATE accounts SET worker_label = label WHERE id = account;
  new_lane := lane_of(account);
  -- Sessions with a permit are closed when their worker tries to use it.
  WITH closing AS (
    UPDATE warm_sessions s SET state = 'closing' FROM portals p
    WHERE p.id = s.portal_id AND p.account_id = account AND s.state = 'idle' AND s.permit_tag IS NULL
      AND NOT is_served(account, s.worker_id) RETURNING s.worker_id
  )
  SELECT count(ring_bell(worker_id)) INTO rung FROM closing;
END $$;
