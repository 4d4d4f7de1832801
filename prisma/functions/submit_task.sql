-- Stores a task and returns the resulting permits. `submitted` is its row by column names. Without
-- queue_key, the task waits for no other and has its own permit id (permit_job_id) and tag. If the
-- tag is missing, it takes one here and keeps the account locked. An idle login queue takes the
-- limit of the submission that wakes it; otherwise the newest limit above 1 wins.
-- `permits`: see permit_change.
-- Locks: login queue, portal (exclusively if its limit changes or the queue has permits outside its
-- lane), then as balance_permits and permit_change.
-- Keeps: I1 to I4.
-- requires: balance_permits, find_portal, has_placed_permits, limit_portal, lock_portal, new_task
-- requires: next_tags, permit_change, permit_to_send, settle_portal, unpark_queue
CREATE OR REPLACE FUNCTION submit_task(submitted jsonb, queue_key text, portal_origin text, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(new_task(), submitted);
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int := 0;
  has_placed boolean := false;
  is_new_limit boolean;
BEGIN
  portal := find_portal(task.account_id, portal_origin);
  IF queue_key IS NOT NULL THEN
    -- Insert only if it is new: an upsert would use up an id for every submission.
    LOOP
      UPDATE login_queues q SET waiting = q.waiting + 1,
        max_running = CASE WHEN task.per_login_parallelism > 1 OR q.waiting + q.running = 0
          THEN task.per_login_parallelism ELSE q.max_running END
      WHERE q.account_id = task.account_id AND q.key = queue_key RETURNING * INTO queue;
      EXIT WHEN FOUND;
      INSERT INTO login_queues (account_id, portal_id, key)
      VALUES (task.account_id, portal.id, queue_key) ON CONFLICT DO NOTHING;
    END LOOP;
    has_placed := has_placed_permits(queue.id);
  END IF;
  is_new_limit := limit_portal(portal.id, task.max_parallelism);
  IF has_placed OR is_new_limit THEN portal := lock_portal(portal.id, true); END IF;
  IF queue_key IS NULL AND task.tag IS NULL THEN task.tag := next_tags(task.account_id, 1); END IF;

  task.login_queue_id := queue.id;
  task.portal_id := portal.id;
  INSERT INTO tasks SELECT task.*;

  IF queue_key IS NOT NULL THEN
    SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw FROM balance_permits(queue, NULL) b;
  ELSE
    to_send := permit_to_send(task.permit_job_id, NULL, task.id, task.tag);
  END IF;
  IF has_placed AND NOT task.is_dedicated AND portal.max_parallelism IS NULL THEN
    to_send := to_send || unpark_queue(queue.id);
  END IF;
  IF has_placed OR is_new_limit THEN to_send := to_send || settle_portal(portal); END IF;
  permits := permit_change(task.account_id, queue.id, to_send, to_withdraw, NULL);
END $$;
