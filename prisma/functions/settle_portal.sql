-- Removes the first parked permits for which the portal has room and returns them for the caller to
-- send; none while it is paused. If more stay parked, asks as many idle sessions to close, longest idle first.
-- Locks: the caller holds the row of the portal. Takes warm sessions.
-- Keeps: I4.
-- requires: portal_room, ring_bell, take_parked
CREATE OR REPLACE FUNCTION settle_portal(portal portals) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  freed jsonb;
  wanted int;
  unused int;
  rung int;
BEGIN
  IF portal.pause IS NOT NULL OR NOT EXISTS (SELECT FROM parked_permits WHERE portal_id = portal.id) THEN RETURN '[]'; END IF;
  freed := take_parked(ARRAY(
    SELECT id FROM parked_permits WHERE portal_id = portal.id ORDER BY tag LIMIT greatest(0, portal_room(portal))));

  SELECT count(*) INTO unused FROM warm_sessions WHERE portal_id = portal.id AND state <> 'busy';
  SELECT count(*) INTO wanted FROM (SELECT FROM parked_permits WHERE portal_id = portal.id LIMIT unused) p;
  wanted := wanted - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id AND state = 'closing');
  IF wanted > 0 THEN
    WITH oldest AS (
      SELECT id FROM warm_sessions WHERE portal_id = portal.id AND state = 'idle' AND permit_tag IS NULL
      ORDER BY idle_since LIMIT wanted FOR UPDATE
    ), closing AS (
      UPDATE warm_sessions s SET state = 'closing' FROM oldest WHERE s.id = oldest.id RETURNING s.worker_id
    )
    SELECT count(ring_bell(worker_id)) INTO rung FROM closing;
  END IF;
  RETURN freed;
END $$;
