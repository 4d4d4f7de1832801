-- Stores several tasks of one account as submit_task would store each of them, with a few statements
-- for all. None gives a limit of its portal, each one without a key has a tag, and no login queue has
-- permits outside its lane. Returns the permits of a login queue at the place of its last task, and
-- those of all tasks without one at the place of the first of them.
-- Locks: the caller holds the login queues. Takes recordings and roll-outs, then as balance_permits,
-- then as permit_change. Like set_worker_label, it locks the account before its advisory 2: tasks
-- without a login queue, and queues that need no tags, come last.
-- Keeps: I1 to I4.
-- requires: balance_permits, new_task, permit_change, permit_to_send, permits_due
CREATE OR REPLACE FUNCTION store_tasks(account uuid, submitted jsonb, OUT place int, OUT permits jsonb)
RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
  base tasks := new_task();
  own_permits jsonb;
  queue record;
BEGIN
  UPDATE login_queues q SET waiting = q.waiting + added.amount,
    max_running = coalesce(added.new_limit, CASE WHEN q.waiting + q.running = 0 THEN 1 ELSE q.max_running END)
  FROM (
    SELECT e ->> 'key' AS key, count(*) AS amount,
      (array_agg((e -> 'row' ->> 'per_login_parallelism')::int ORDER BY n DESC)
        FILTER (WHERE (e -> 'row' ->> 'per_login_parallelism')::int > 1))[1] AS new_limit
    FROM jsonb_array_elements(submitted) WITH ORDINALITY listed(e, n) GROUP BY 1
  ) added
  WHERE q.account_id = account AND q.key = added.key;

  WITH stored AS (
    INSERT INTO tasks
    SELECT task.* FROM (
      -- Numbered before the join, which may change the order.
      SELECT e, nextval('tasks_sequence_seq') AS sequence FROM jsonb_array_elements(submitted) e
    ) given
    JOIN portals p ON p.account_id = account AND p.origin = e ->> 'portal'
    LEFT JOIN login_queues q ON q.account_id = account AND q.key = e ->> 'key',
    jsonb_populate_record(base, (e -> 'row')
      || jsonb_build_object('sequence', sequence, 'portal_id', p.id, 'login_queue_id', q.id)) task
    ORDER BY sequence
    RETURNING id, login_queue_id, permit_job_id, tag
  )
  SELECT jsonb_agg(permit_to_send(permit_job_id, NULL, id, tag) -> 0) INTO own_permits
  FROM stored WHERE login_queue_id IS NULL;

  FOR queue IN
    SELECT q, last FROM login_queues q JOIN (
      SELECT e ->> 'key' AS key, (max(n) - 1)::int AS last
      FROM jsonb_array_elements(submitted) WITH ORDINALITY listed(e, n) GROUP BY 1
    ) given USING (key)
    WHERE q.account_id = account AND permits_due(q) <> 0 ORDER BY permits_due(q) < 0, last
  LOOP
    place := queue.last;
    SELECT permit_change(account, (queue.q).id, b.to_send, b.to_withdraw, NULL) INTO permits
    FROM balance_permits(queue.q, NULL) b;
    RETURN NEXT;
  END LOOP;

  IF own_permits IS NOT NULL THEN
    place := (SELECT min(n) - 1 FROM jsonb_array_elements(submitted) WITH ORDINALITY listed(e, n) WHERE e ->> 'key' IS NULL);
    permits := permit_change(account, NULL, own_permits, 0, NULL);
    RETURN NEXT;
  END IF;
END $$;
