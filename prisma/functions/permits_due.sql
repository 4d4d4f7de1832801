-- How many permits a login queue lacks under invariant I2. Negative: how many it has in excess.
CREATE OR REPLACE FUNCTION permits_due(queue login_queues) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, least(queue.max_running - queue.running, queue.waiting)) - queue.issued
$$;
