-- Whether a submitted max_parallelism replaces the current limit of a portal. Any number above 1
-- does. 1 is the default of clients that do not set a limit, so it counts only for a portal without
-- a limit or without open tasks.
-- Locks: none.
CREATE OR REPLACE FUNCTION changes_limit(portal int, current int, wanted int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT wanted IS NOT NULL AND wanted IS DISTINCT FROM current AND (wanted > 1 OR current IS NULL OR NOT EXISTS (
    SELECT FROM tasks WHERE portal_id = portal AND status IN ('queued', 'allocated', 'running')))
$$;
