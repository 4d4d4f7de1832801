-- Whether the login queue has a permit outside its lane whose return may make room for another
-- login queue at the portal: a permit that is parked at the portal or given to a warm session.
-- Locks: none. The caller holds the login queue, so no such permit is added.
CREATE OR REPLACE FUNCTION has_placed_permits(queue int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM parked_permits WHERE login_queue_id = queue AND portal_id IS NOT NULL)
    OR EXISTS (SELECT FROM warm_sessions WHERE login_queue_id = queue AND permit_tag IS NOT NULL)
$$;
