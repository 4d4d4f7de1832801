-- Returns a portal whose limit and pause cannot change before the transaction ends. If it has either, the
-- number of its running tasks cannot change either.
-- Locks: exclusive, limited or paused: the row (FOR NO KEY UPDATE, because inserting a task locks the key).
-- Neither: advisory 1 of the portal, shared, which limit_portal and set_portal_pause take
-- exclusively.
-- Keeps: I3.
CREATE OR REPLACE FUNCTION lock_portal(target int, is_exclusive boolean) RETURNS portals LANGUAGE plpgsql AS $$
DECLARE portal portals;
BEGIN
  IF NOT is_exclusive THEN
    SELECT * INTO portal FROM portals WHERE id = target;
    IF portal.max_parallelism IS NULL AND portal.pause IS NULL THEN
      PERFORM pg_advisory_xact_lock_shared(1, target);
      SELECT * INTO portal FROM portals WHERE id = target;
      IF portal.max_parallelism IS NULL AND portal.pause IS NULL THEN RETURN portal; END IF;
    END IF;
  END IF;
  SELECT * INTO portal FROM portals WHERE id = target FOR NO KEY UPDATE;
  RETURN portal;
END $$;
