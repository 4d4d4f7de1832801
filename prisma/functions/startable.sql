-- How many waiting tasks of a login queue a new worker could start now if its account had no limit,
-- by the rules of take_task. `room` is the room of its portal, or null for a portal without a
-- limit; session_room is then how many more warm sessions the portal may have.
--   free    tasks that need no new warm session
--   warm    tasks that follow if the first dedicated one gets a new warm session; 0 if it may not
--   kept    tasks for warm sessions that exist: only the workers of those sessions can start them
-- Locks: none.
-- requires: is_served
CREATE OR REPLACE FUNCTION startable(queue login_queues, room int, session_room int, OUT free int,
  OUT warm int, OUT kept int)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  permits int := least(queue.issued, queue.max_running - queue.running, queue.waiting);
  dedicated boolean[];
  first int;
  sessions int;
BEGIN
  free := 0;
  warm := 0;
  kept := least(greatest(0, permits), (
    SELECT count(*) FROM warm_sessions WHERE login_queue_id = queue.id AND permit_tag IS NOT NULL));
  permits := permits - kept;
  IF permits <= 0 THEN RETURN; END IF;
  dedicated := ARRAY(SELECT is_dedicated FROM tasks WHERE login_queue_id = queue.id AND status = 'queued'
    ORDER BY coalesce(priority, 2147483647), sequence LIMIT permits);
  first := array_position(dedicated, true);
  IF first IS NULL THEN
    free := cardinality(dedicated);
    RETURN;
  END IF;
  free := first - 1;
  sessions := least(permits - free, (
    SELECT count(*) FROM warm_sessions WHERE login_queue_id = queue.id AND state = 'idle' AND permit_tag IS NULL
      AND expires_at > clock_timestamp() AND is_served(queue.account_id, worker_id)));
  kept := kept + sessions;
  permits := permits - free - sessions;
  IF room IS NOT NULL THEN
    free := free + least(permits, cardinality(dedicated) - free);
  ELSIF session_room > 0 THEN
    warm := least(permits, coalesce(array_position(dedicated, true, first + 1), cardinality(dedicated) + 1) - first);
  END IF;
END $$;
