-- Restricts an account to the workers of a label; null lifts that. Returns the old and the new lane: the caller moves the
-- permits that wait in the old one. Permits in the hands of claimers find out in take_task. Idle warm sessions of workers
-- that no longer serve the account close; those with a permit close when their worker wants to use it.
-- Locks: the account, then advisory 2 of it, alone, so that nobody sends into the old lane.
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
  -- Those that have a permit close when their worker wants to use it.
  WITH closing AS (
    UPDATE warm_sessions s SET state = 'closing' FROM portals p
    WHERE p.id = s.portal_id AND p.account_id = account AND s.state = 'idle' AND s.permit_tag IS NULL
      AND NOT is_served(account, s.worker_id) RETURNING s.worker_id
  )
  SELECT count(ring_bell(worker_id)) INTO rung FROM closing;
END $$;
