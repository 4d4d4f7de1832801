-- How many permits a login queue lacks under invariant I2. Negative: how many it has in excess. A
-- paused queue is due none.
-- Locks: none.
CREATE OR REPLACE FUNCTION permits_due(queue login_queues) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN queue.pause IS NULL THEN greatest(0, least(queue.max_running - queue.running, queue.waiting)) ELSE 0 END
    - queue.issued
$$;
