-- Sets the limit of a portal if the submitted number counts (changes_limit). Returns whether the
-- limit changed.
-- Locks: if the portal had no limit, advisory 1 of the portal, exclusively, so that claims that saw
-- no limit have ended; then the portal.
-- Keeps: I3.
-- requires: changes_limit
CREATE OR REPLACE FUNCTION limit_portal(target int, wanted int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE current int := (SELECT max_parallelism FROM portals WHERE id = target);
BEGIN
  IF NOT changes_limit(target, current, wanted) THEN RETURN false; END IF;
  -- Transactions that start a task at a portal without a limit have ended, or wait for this one.
  IF current IS NULL THEN PERFORM pg_advisory_xact_lock(1, target); END IF;
  -- Another transaction may have set a limit during the wait.
  SELECT max_parallelism INTO current FROM portals WHERE id = target FOR NO KEY UPDATE;
  IF NOT changes_limit(target, current, wanted) THEN RETURN false; END IF;
  UPDATE portals SET max_parallelism = wanted WHERE id = target;
  RETURN true;
END $$;
