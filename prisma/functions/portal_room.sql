-- How many more tasks may start at a portal; none while it is paused. Tasks that a worker holds and warm sessions without a
-- task count as running.
-- For a portal without a limit: how many more warm sessions it may have, which is 1 minus those it
-- has.
-- Locks: the caller holds the row (lock_portal), or uses the number only as a hint.
CREATE OR REPLACE FUNCTION portal_room(portal portals) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT least(CASE WHEN portal.pause IS NOT NULL THEN 0 END, CASE WHEN portal.max_parallelism IS NULL
    THEN 1 - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id)
    ELSE portal.max_parallelism
      - (SELECT count(*) FROM tasks WHERE portal_id = portal.id AND status IN ('allocated', 'running'))
      - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id AND state <> 'busy') END)::int
$$;
