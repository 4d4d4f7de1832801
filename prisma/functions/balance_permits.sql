-- Brings the permits of a login queue to the number that is due (permits_due).
-- Too few: counts the missing ones as issued, gives them to idle warm sessions of the queue, and
-- returns the rest in to_send. A task that returns to its queue keeps its place: its permit gets
-- old_tag. Other permits get the next tags of the account.
-- Too many: withdraws parked permits and permits of sessions, latest tags first, and returns in
-- to_withdraw how many the caller must withdraw from the lane. The caller lowers `issued` by the
-- number it found there.
-- Locks: the caller holds the login queue. Takes warm sessions, then the account (next_tags).
-- Keeps: I2.
-- requires: next_tags, permit_to_send, permits_due, ring_bell
CREATE OR REPLACE FUNCTION balance_permits(queue login_queues, old_tag bigint, OUT to_send jsonb, OUT to_withdraw int)
LANGUAGE plpgsql AS $$
DECLARE
  due int := permits_due(queue);
  next_tag bigint;
  session warm_sessions;
  removed int;
BEGIN
  to_send := '[]';
  to_withdraw := greatest(0, -due);
  IF due > 0 THEN
    UPDATE login_queues SET issued = issued + due WHERE id = queue.id;
    next_tag := coalesce(old_tag, next_tags(queue.account_id, due)) - due + 1;
    FOR session IN SELECT * FROM warm_sessions WHERE login_queue_id = queue.id AND state = 'idle' AND permit_tag IS NULL
      AND expires_at > clock_timestamp() ORDER BY idle_since DESC LIMIT due FOR UPDATE
    LOOP
      UPDATE warm_sessions SET permit_tag = next_tag WHERE id = session.id;
      PERFORM ring_bell(session.worker_id);
      next_tag := next_tag + 1;
      due := due - 1;
    END LOOP;
    FOR n IN 1..due LOOP
      to_send := to_send || permit_to_send(gen_random_uuid(), queue.id, NULL, next_tag + n - 1);
    END LOOP;
  ELSIF due < 0 THEN
    WITH last AS (SELECT id FROM parked_permits WHERE login_queue_id = queue.id ORDER BY tag DESC LIMIT to_withdraw)
    DELETE FROM parked_permits p USING last WHERE p.id = last.id;
    GET DIAGNOSTICS removed = ROW_COUNT;
    to_withdraw := to_withdraw - removed;
    UPDATE login_queues SET issued = issued - removed WHERE id = queue.id;
    WITH last AS (
      SELECT id FROM warm_sessions WHERE login_queue_id = queue.id AND permit_tag IS NOT NULL
      ORDER BY permit_tag DESC LIMIT to_withdraw
    )
    UPDATE warm_sessions s SET permit_tag = NULL FROM last WHERE s.id = last.id;
    GET DIAGNOSTICS removed = ROW_COUNT;
    to_withdraw := to_withdraw - removed;
    UPDATE login_queues SET issued = issued - removed WHERE id = queue.id;
  END IF;
END $$;
