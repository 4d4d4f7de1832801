-- Uses a permit: starts the best waiting task of its login queue, or its own task. Values of
-- `outcome`:
--   taken   the task is allocated to the worker
--   void    no task is left for the permit (cancelled, limit lowered): the permit is gone
--   parked  the portal is full or paused, or the account is paused or runs as many tasks as it may
--   given   to the warm session of this login on another worker
--   moved   to the current lane of the account, because the worker of its session no longer serves
--           the account, the label has changed since the permit was in permit_lane, or the worker's
--           protocol is too old for the task
-- The caller holds the permit, or its worker keeps the session that has it (permit_session).
-- session_id and is_new_session describe the session of a dedicated task; close_session is a
-- session whose browser the worker must end first. `permits`: see permit_change.
-- Locks: login queue (none for a permit without one), portal, warm session, advisory 3 of the
-- account, task; then as permit_change.
-- Keeps: I1 to I6.
-- requires: account_room, current_lane, is_served, is_understood, lock_portal, permit_change
-- requires: permit_to_send, permits_due, portal_room, ring_bell, settle_account, settle_portal, unpark_queue
CREATE OR REPLACE FUNCTION take_task(permit uuid, permit_queue int, permit_task uuid, permit_tag bigint, permit_session uuid,
  worker text, lease_seconds double precision, permit_lane text DEFAULT NULL, worker_protocol int DEFAULT NULL,
  OUT outcome text, OUT task tasks, OUT session_id uuid, OUT is_new_session boolean, OUT close_session uuid,
  OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  portal portals;
  best tasks;
  session warm_sessions;
  is_locked boolean;
  is_held_back boolean := false;
  is_paused boolean;
  stays boolean;
  owner uuid;
  at_portal int;
  to_send jsonb := '[]';
BEGIN
  IF permit_queue IS NOT NULL THEN
    SELECT * INTO queue FROM login_queues WHERE id = permit_queue FOR UPDATE;
    IF queue.running < queue.max_running AND queue.pause IS NULL THEN
      SELECT * INTO best FROM tasks WHERE login_queue_id = permit_queue AND status = 'queued'
      ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1;
    END IF;
    owner := queue.account_id;
    at_portal := queue.portal_id;
  ELSE
    SELECT * INTO best FROM tasks WHERE id = permit_task;
    owner := best.account_id;
    at_portal := best.portal_id;
    IF best.status <> 'queued' OR best.permit_job_id IS DISTINCT FROM permit THEN best := NULL; END IF;
  END IF;
  outcome := 'void';
  IF at_portal IS NULL THEN RETURN; END IF;

  portal := lock_portal(at_portal, best.is_dedicated IS TRUE OR permit_session IS NOT NULL
    OR best.id IS NULL AND EXISTS (SELECT FROM parked_permits WHERE portal_id = at_portal));
  IF permit_queue IS NULL THEN
    -- The task may have been cancelled while this transaction waited for the portal.
    SELECT * INTO best FROM tasks WHERE id = best.id AND status = 'queued' AND permit_job_id = permit;
  END IF;
  is_paused := portal.pause IS NOT NULL;
  is_locked := is_paused OR portal.max_parallelism IS NOT NULL OR best.is_dedicated IS TRUE OR permit_session IS NOT NULL OR best.id IS NULL;
  IF permit_session IS NOT NULL THEN
    SELECT * INTO session FROM warm_sessions s WHERE s.id = permit_session AND s.worker_id = worker AND s.state = 'idle'
      AND s.permit_tag IS NOT NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    permit_tag := session.permit_tag;
  ELSIF best.is_dedicated THEN
    SELECT * INTO session FROM warm_sessions s WHERE s.login_queue_id = permit_queue AND s.state = 'idle'
      AND s.permit_tag IS NULL AND s.expires_at > clock_timestamp() AND is_served(owner, s.worker_id)
    ORDER BY s.worker_id = worker DESC, s.idle_since DESC LIMIT 1 FOR UPDATE;
  END IF;

  outcome := CASE
    WHEN best.id IS NULL THEN 'void'
    WHEN permit_session IS NOT NULL AND NOT is_served(owner, worker) THEN 'moved'
    WHEN permit_lane <> current_lane(owner) OR NOT is_understood(best.id, worker_protocol) THEN 'moved'
    WHEN is_paused THEN CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'parked' END
    WHEN session.worker_id <> worker THEN CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'given' END
    WHEN best.is_dedicated AND session.id IS NOT NULL THEN 'taken'
    WHEN (best.is_dedicated OR portal.max_parallelism IS NOT NULL) AND portal_room(portal) <= 0
      THEN CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'parked' END
    ELSE 'taken' END;
  IF outcome = 'taken' AND account_room(owner) <= 0 THEN
    is_held_back := true;
    outcome := CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'parked' END;
  END IF;

  IF outcome = 'taken' THEN
    UPDATE tasks t SET status = 'allocated', worker_id = worker, lease_epoch = lease_epoch + 1, permit_job_id = NULL,
      tag = permit_tag, allocated_at = clock_timestamp(),
      lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
    WHERE t.id = best.id AND status = 'queued' AND (permit_queue IS NOT NULL OR permit_job_id = permit)
    RETURNING * INTO task;
    IF task.id IS NULL THEN
      outcome := 'void';
    ELSE
      INSERT INTO attempts (task_id, account_id, lease_epoch, worker_id, allocated_at)
      VALUES (task.id, owner, task.lease_epoch, worker, task.allocated_at);
      PERFORM setval('virtual_time', greatest(permit_tag, last_value)) FROM virtual_time;
    END IF;
  ELSIF outcome = 'parked' THEN
    INSERT INTO parked_permits (id, portal_id, account_id, login_queue_id, task_id, tag)
    VALUES (coalesce(permit, gen_random_uuid()), CASE WHEN NOT is_held_back THEN portal.id END,
      CASE WHEN is_held_back THEN owner END, permit_queue, permit_task, permit_tag);
  ELSIF outcome = 'given' THEN
    UPDATE warm_sessions s SET permit_tag = take_task.permit_tag WHERE s.id = session.id;
    PERFORM ring_bell(session.worker_id);
  ELSIF outcome = 'moved' THEN
    to_send := permit_to_send(coalesce(permit, gen_random_uuid()), permit_queue, permit_task, permit_tag);
  END IF;

  IF outcome = 'taken' AND task.is_dedicated THEN
    session_id := coalesce(session.id, gen_random_uuid());
    is_new_session := session.id IS NULL;
    INSERT INTO warm_sessions (id, portal_id, login_queue_id, worker_id, state, task_id)
    VALUES (session_id, portal.id, permit_queue, worker, 'busy', task.id)
    ON CONFLICT (id) DO UPDATE SET state = 'busy', task_id = excluded.task_id, permit_tag = NULL, idle_since = NULL,
      expires_at = NULL;
    -- The parked permits waited behind this task, even those that need no room themselves.
    IF portal.max_parallelism IS NULL AND (SELECT NOT is_dedicated FROM tasks
      WHERE login_queue_id = permit_queue AND status = 'queued'
      ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1) THEN to_send := unpark_queue(permit_queue); END IF;
  ELSIF permit_session IS NOT NULL THEN
    -- The task runs in its own browser, waits, or belongs to another worker. A login has only one
    -- session. A session whose permit waits for its account, or for the end of a pause, stays idle.
    stays := outcome = 'void' OR outcome = 'parked' AND (is_held_back OR is_paused);
    UPDATE warm_sessions s SET permit_tag = NULL,
      state = CASE WHEN stays THEN s.state ELSE 'closing' END
    WHERE s.id = permit_session;
    IF outcome = 'taken' THEN close_session := permit_session; END IF;
    IF outcome IN ('parked', 'moved') AND NOT stays THEN PERFORM ring_bell(worker); END IF;
  END IF;
  IF permit_queue IS NOT NULL AND outcome IN ('taken', 'void') THEN
    UPDATE login_queues SET issued = issued - 1, waiting = waiting - (outcome = 'taken')::int,
      running = running + (outcome = 'taken')::int WHERE id = permit_queue;
  END IF;
  -- Other permits may use the room that this one does not use.
  IF is_locked THEN to_send := to_send || settle_portal(portal); END IF;
  IF outcome <> 'taken' AND NOT is_held_back AND EXISTS (SELECT FROM parked_permits WHERE account_id = owner) THEN
    to_send := to_send || settle_account(owner);
  END IF;
  permits := permit_change(owner, permit_queue, to_send, 0, NULL);
END $$;
