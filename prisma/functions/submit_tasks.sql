-- Stores several tasks of one account, each as submit_task does, and returns the permits of each
-- one by its place in `submitted`, from 0. Its elements are objects {row, key, portal}: the
-- arguments of submit_task. Tasks of one login queue are stored in the order of `submitted`. Unless
-- a portal must be locked exclusively, store_tasks stores them all, and one place may have the
-- permits of several tasks.
-- Locks: all login queues by portal and key, then the portals that submit_task may lock
-- exclusively, by origin, then the roll-outs that have places of first_tasks left, by id, then the
-- account, unless store_tasks stores them all, then as submit_task. Two calls therefore lock in the
-- same order, and none locks a portal or a login queue while it holds the account.
-- Keeps: I1 to I4.
-- requires: find_portal, has_placed_permits, store_tasks, submit_task
CREATE OR REPLACE FUNCTION submit_tasks(account uuid, submitted jsonb, OUT place int, OUT permits jsonb)
RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
  given record;
  task record;
  portal portals;
  to_lock int[] := '{}';
  locked int;
BEGIN
  FOR given IN
    SELECT e ->> 'portal' AS origin, bool_or(e -> 'row' ->> 'max_parallelism' IS NOT NULL) AS has_limit,
      coalesce(array_agg(DISTINCT e ->> 'key') FILTER (WHERE e ->> 'key' IS NOT NULL), '{}') AS keys
    FROM jsonb_array_elements(submitted) e GROUP BY 1 ORDER BY 1
  LOOP
    portal := find_portal(account, given.origin);
    LOOP
      -- Inserts only new ones: a conflict would use up an id.
      INSERT INTO login_queues (account_id, portal_id, key)
      SELECT account, portal.id, k FROM unnest(given.keys) k
      WHERE NOT EXISTS (SELECT FROM login_queues q WHERE q.account_id = account AND q.key = k)
      ORDER BY k ON CONFLICT DO NOTHING;
      PERFORM FROM login_queues q WHERE q.account_id = account AND q.key = ANY(given.keys) ORDER BY q.key FOR NO KEY UPDATE;
      GET DIAGNOSTICS locked = ROW_COUNT;
      -- A queue may have been deleted with its last task while this waited for it.
      EXIT WHEN locked = cardinality(given.keys);
    END LOOP;
    IF given.has_limit OR EXISTS (
      SELECT FROM login_queues q WHERE q.account_id = account AND q.key = ANY(given.keys) AND has_placed_permits(q.id)
    ) THEN
      to_lock := to_lock || portal.id;
    END IF;
  END LOOP;
  FOR n IN 1..cardinality(to_lock) LOOP
    -- Like limit_portal, which locks them in this order.
    PERFORM pg_advisory_xact_lock(1, to_lock[n]) FROM portals p WHERE p.id = to_lock[n] AND p.max_parallelism IS NULL;
    PERFORM FROM portals p WHERE p.id = to_lock[n] FOR NO KEY UPDATE;
  END LOOP;
  -- Like pick_version, which takes the places in the order of the tasks.
  PERFORM FROM recording_rollouts r
  WHERE r.recording_id IN (SELECT (e -> 'row' ->> 'recording_id')::uuid FROM jsonb_array_elements(submitted) e)
    AND r.state = 'running' AND r.taken < r.first_tasks
  ORDER BY r.id FOR NO KEY UPDATE;
  IF to_lock = '{}' THEN
    RETURN QUERY SELECT s.place, s.permits FROM store_tasks(account, submitted) s;
    RETURN;
  END IF;
  -- set_worker_label holds the account while it waits for advisory 2, which submit_task may take for
  -- one task before it reserves tags for the next one.
  PERFORM FROM accounts a WHERE a.id = account FOR NO KEY UPDATE;
  FOR task IN
    SELECT e, (n - 1)::int AS at FROM jsonb_array_elements(submitted) WITH ORDINALITY listed(e, n)
    ORDER BY e ->> 'portal', e ->> 'key', n
  LOOP
    place := task.at;
    permits := submit_task(task.e -> 'row', task.e ->> 'key', task.e ->> 'portal');
    RETURN NEXT;
  END LOOP;
END $$;
