-- Transitions of a task and what keeps them true.
--
-- Each transition is one function. It
--   1. locks the login queue (a task without one: the task), then looks again,
--   2. moves the task and the counters of its login queue,
--   3. answers what has to happen to permits; the caller does that through the job queue in the same transaction.
-- Lock order: permit -> login queue -> task -> account. Once the login queue is locked, permits are only touched with
-- SKIP LOCKED. A permit that its claimer finds void is deleted by the claimer.
--
-- Invariants, true whenever the login queue is not locked:
--   I1  running <= max_running, unless the limit was lowered below what runs already
--   I2  permits sent and not taken = max(0, min(max_running - running, waiting)), plus void ones in a claimer's hands

-- AlterTable
ALTER TABLE "attempts" ADD COLUMN     "status_after" "task_status";

-- AlterTable
ALTER TABLE "callback_deliveries" ADD COLUMN     "secret_origin" TEXT NOT NULL DEFAULT 'delivery';

-- Counters and leases are updated in place (HOT): leave room, and keep their columns out of every index.
ALTER TABLE login_queues SET (fillfactor = 50);
ALTER TABLE tasks SET (fillfactor = 80);

-- The best waiting task of a login queue.
CREATE INDEX tasks_waiting ON tasks (login_queue_id, (coalesce(priority, 2147483647)), sequence)
  WHERE status = 'queued' AND login_queue_id IS NOT NULL;

-- The held leases. Not on lease_expires_at: an indexed expiry would make every heartbeat write to all indexes.
CREATE INDEX tasks_held ON tasks (worker_id) WHERE status IN ('allocated', 'running');

CREATE INDEX callback_deliveries_pending ON callback_deliveries (created_at) WHERE state = 'pending';

CREATE FUNCTION refuse_change_of_final_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Task % is % already: a final state and its lease never change.', old.id, old.status
    USING ERRCODE = 'ER001';
END $$;

CREATE TRIGGER tasks_final BEFORE UPDATE ON tasks FOR EACH ROW
  WHEN (old.status IN ('success', 'failed', 'cancelled')
    AND (new.status, new.worker_id, new.lease_epoch, new.lease_expires_at, new.completed_at, new.error)
      IS DISTINCT FROM (old.status, old.worker_id, old.lease_epoch, old.lease_expires_at, old.completed_at, old.error))
  EXECUTE FUNCTION refuse_change_of_final_task();

-- Tag of the permit that was taken last. A sequence, because setval takes no row lock that all claims would share;
-- a claim that is rolled back raises it too, which costs others nothing but a turn. Tags are negated into pg-boss's
-- 32 bit priority, so they count up from near its lower end.
CREATE SEQUENCE virtual_time MINVALUE -2147483648 MAXVALUE 2147483647 START -2147483647;
ALTER TABLE accounts ALTER COLUMN last_tag SET DEFAULT -2147483648;
UPDATE accounts SET last_tag = -2147483648;

-- Start-time fair queueing: an account that was idle starts at the virtual time, a busy one behind its own last permit.
CREATE FUNCTION next_tags(account uuid, amount int) RETURNS bigint LANGUAGE sql AS $$
  UPDATE accounts SET last_tag = greatest(last_tag, (SELECT last_value FROM virtual_time)) + amount
  WHERE id = account RETURNING last_tag
$$;

-- How many permits a login queue lacks; negative: has too many.
CREATE FUNCTION permits_due(queue login_queues) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, least(queue.max_running - queue.running, queue.waiting)) - queue.issued
$$;

-- Writes down the permits a login queue lacks as issued. Answers the difference and, when some are to be sent, the last
-- of their tags: first_tag for a task that returns to its old place, else the account's next ones.
CREATE FUNCTION balance_permits(queue login_queues, old_tag bigint, OUT permits int, OUT last_tag bigint)
LANGUAGE plpgsql AS $$
BEGIN
  permits := permits_due(queue);
  IF permits > 0 THEN
    UPDATE login_queues SET issued = issued + permits WHERE id = queue.id;
    last_tag := coalesce(old_tag, next_tags(queue.account_id, permits));
  END IF;
END $$;

-- `submitted` is the row of the task by column names. Without queue_key the task waits for nobody and has a permit of its own.
-- An idle login queue takes the limit of the submit that wakes it; else the newest one above 1 wins.
CREATE FUNCTION submit_task(submitted jsonb, queue_key text, queue_portal text,
  OUT login_queue int, OUT permits int, OUT last_tag bigint)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(NULL::tasks, submitted);
  queue login_queues;
BEGIN
  IF queue_key IS NOT NULL THEN
    -- Insert only when it is new: an upsert would use up an id for every submit.
    LOOP
      UPDATE login_queues q SET waiting = q.waiting + 1,
        max_running = CASE WHEN task.per_login_parallelism > 1 OR q.waiting + q.running = 0
          THEN task.per_login_parallelism ELSE q.max_running END
      WHERE q.account_id = task.account_id AND q.key = queue_key RETURNING * INTO queue;
      EXIT WHEN FOUND;
      INSERT INTO login_queues (account_id, portal, key)
      VALUES (task.account_id, queue_portal, queue_key) ON CONFLICT DO NOTHING;
    END LOOP;
    login_queue := queue.id;
  END IF;

  INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, login_queue_id, priority,
    input_parameters, unique_parameter_names, secure_parameters, rdp_parameter, max_timeout_in_minutes, use_proxy,
    is_dedicated, max_parallelism, per_login_parallelism, task_callback_url, task_callback_api_key,
    max_automation_retries, permit_job_id)
  VALUES (task.id, task.account_id, task.recording_id, task.recording_version_id, task.endpoint_name, login_queue,
    task.priority, task.input_parameters, task.unique_parameter_names, task.secure_parameters, task.rdp_parameter,
    task.max_timeout_in_minutes, task.use_proxy, task.is_dedicated, task.max_parallelism, task.per_login_parallelism,
    task.task_callback_url, task.task_callback_api_key, task.max_automation_retries, task.permit_job_id);

  IF queue_key IS NOT NULL THEN
    SELECT b.permits, b.last_tag INTO permits, last_tag FROM balance_permits(queue, NULL) b;
  ELSE
    last_tag := next_tags(task.account_id, 1);
    UPDATE tasks SET tag = last_tag WHERE id = task.id;
  END IF;
END $$;

-- The caller holds the permit. No row: it is void (its task was cancelled, the limit was lowered).
CREATE FUNCTION take_task(permit uuid, permit_queue int, permit_task uuid, permit_tag bigint,
  worker text, lease_seconds double precision)
RETURNS SETOF tasks LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  chosen uuid := permit_task;
  taken tasks;
BEGIN
  IF permit_queue IS NOT NULL THEN
    SELECT * INTO queue FROM login_queues WHERE id = permit_queue FOR UPDATE;
    IF queue.running < queue.max_running THEN
      SELECT id INTO chosen FROM tasks WHERE login_queue_id = permit_queue AND status = 'queued'
      ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1;
    END IF;
  END IF;

  UPDATE tasks SET status = 'allocated', worker_id = worker, lease_epoch = lease_epoch + 1, permit_job_id = NULL,
    tag = permit_tag, allocated_at = clock_timestamp(),
    lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE id = chosen AND status = 'queued' AND (permit_queue IS NOT NULL OR permit_job_id = permit)
  RETURNING * INTO taken;

  IF permit_queue IS NOT NULL THEN
    UPDATE login_queues SET issued = issued - 1, waiting = waiting - (taken.id IS NOT NULL)::int,
      running = running + (taken.id IS NOT NULL)::int WHERE id = permit_queue;
  END IF;
  IF taken.id IS NULL THEN RETURN; END IF;

  INSERT INTO attempts (task_id, lease_epoch, worker_id, allocated_at)
  VALUES (taken.id, taken.lease_epoch, worker, taken.allocated_at);
  PERFORM setval('virtual_time', greatest(permit_tag, last_value)) FROM virtual_time;
  RETURN NEXT taken;
END $$;

-- Ends an attempt, or cancels a task. `ending`:
--   cancelled                       final for a waiting task; a held one is marked only, because its browser still runs:
--                                   it keeps its state and its slot, and any end of the attempt then makes it cancelled
--   success, failed                 final
--   infrastructure, automation      failed, unless a retry of that kind is left
--   lost                            the same for a lease that ran out (checked again here)
--   released                        back to the queue without counting as a retry
-- `report` may carry output_data, for_loop_status, error, error_class, node_path, page_url. `fresh_id` becomes the id of
-- the delivery (final) or of the new permit (task without login queue, back in the queue).
-- is_done is false when the caller holds no such lease, the task is marked only, or it is final already; status then
-- tells where it stands.
CREATE FUNCTION leave_task(target uuid, holder text, epoch int, ending text, report jsonb, fresh_id uuid,
  OUT is_done boolean, OUT status task_status, OUT login_queue int, OUT permits int, OUT last_tag bigint,
  OUT void_permit uuid, OUT new_permit uuid, OUT delivery uuid)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks;
  queue login_queues;
  was_queued boolean;
  failure text;
BEGIN
  SELECT login_queue_id INTO login_queue FROM tasks WHERE id = target;
  IF login_queue IS NOT NULL THEN
    PERFORM FROM login_queues WHERE id = login_queue FOR UPDATE;
  END IF;
  SELECT * INTO task FROM tasks WHERE id = target FOR UPDATE;
  status := task.status;
  IF ending = 'cancelled' AND task.status IN ('allocated', 'running') THEN
    UPDATE tasks SET cancel_requested_at = clock_timestamp() WHERE id = target AND cancel_requested_at IS NULL;
  END IF;
  is_done := CASE
    WHEN ending = 'cancelled' THEN task.status = 'queued'
    ELSE task.status IN ('allocated', 'running') AND task.worker_id = holder AND task.lease_epoch = epoch
      AND (ending <> 'lost' OR task.lease_expires_at <= clock_timestamp()) END;
  IF is_done IS NOT TRUE THEN RETURN; END IF;

  IF task.cancel_requested_at IS NOT NULL THEN
    ending := 'cancelled';
    report := report - ARRAY['error', 'error_class', 'node_path', 'page_url'];
  END IF;
  failure := report->>'error';
  was_queued := task.status = 'queued';
  status := CASE
    WHEN ending = 'released'
      OR ending IN ('infrastructure', 'lost') AND task.infrastructure_retries < task.max_retries
      OR ending = 'automation' AND task.automation_retries < task.max_automation_retries THEN 'queued'
    WHEN ending IN ('success', 'cancelled') THEN ending
    ELSE 'failed' END;
  IF ending = 'lost' THEN
    failure := format('Worker "%s" stopped renewing its lease%s.', holder, CASE WHEN status = 'failed'
      THEN format(', and no retry is left (%s of %s used)', task.infrastructure_retries, task.max_retries) ELSE '' END);
  END IF;
  IF was_queued THEN void_permit := task.permit_job_id; END IF;
  IF status = 'queued' AND login_queue IS NULL THEN
    new_permit := fresh_id;
    last_tag := task.tag;
  END IF;

  UPDATE tasks t SET
    status = leave_task.status, worker_id = NULL, lease_expires_at = NULL, permit_job_id = new_permit,
    infrastructure_retries = t.infrastructure_retries + (leave_task.status = 'queued' AND ending IN ('infrastructure', 'lost'))::int,
    automation_retries = t.automation_retries + (leave_task.status = 'queued' AND ending = 'automation')::int,
    cancel_requested_at = CASE WHEN ending = 'cancelled' THEN coalesce(t.cancel_requested_at, clock_timestamp()) END,
    allocated_at = CASE WHEN leave_task.status <> 'queued' THEN t.allocated_at END,
    started_at = CASE WHEN leave_task.status <> 'queued' THEN t.started_at END,
    completed_at = CASE WHEN leave_task.status <> 'queued' THEN clock_timestamp() END,
    error = CASE WHEN leave_task.status = 'failed' THEN failure END,
    error_class = CASE WHEN leave_task.status = 'failed' THEN report->>'error_class' END,
    error_node_path = CASE WHEN leave_task.status = 'failed' THEN report->>'node_path' END,
    error_page_url = CASE WHEN leave_task.status = 'failed' THEN report->>'page_url' END
  WHERE id = target;

  UPDATE attempts a SET ended_at = clock_timestamp(), status_after = leave_task.status, error = failure,
    error_class = report->>'error_class',
    outcome = (CASE WHEN ending IN ('infrastructure', 'automation') THEN 'failed' ELSE ending END)::attempt_outcome
  WHERE a.task_id = target AND a.lease_epoch = task.lease_epoch AND NOT was_queued;

  IF report ? 'output_data' THEN
    INSERT INTO task_outputs (task_id, output_data, for_loop_status)
    VALUES (target, report->'output_data', report->'for_loop_status')
    ON CONFLICT (task_id) DO UPDATE SET output_data = excluded.output_data, for_loop_status = excluded.for_loop_status;
  END IF;

  IF login_queue IS NOT NULL THEN
    UPDATE login_queues SET running = running - (NOT was_queued)::int,
      waiting = waiting - was_queued::int + (leave_task.status = 'queued')::int
    WHERE id = login_queue RETURNING * INTO queue;
    SELECT b.permits, b.last_tag INTO permits, last_tag
    FROM balance_permits(queue, CASE WHEN leave_task.status = 'queued' THEN task.tag END) b;
  END IF;

  IF status <> 'queued' THEN
    -- The task's own address wins over the recording's.
    INSERT INTO callback_deliveries (id, task_id, account_id, url, secret, secret_origin)
    SELECT fresh_id, target, task.account_id, coalesce(task.task_callback_url, r.callback_url),
      CASE WHEN task.task_callback_url IS NULL THEN r.callback_secret ELSE task.task_callback_api_key END,
      CASE WHEN task.task_callback_url IS NULL THEN 'recording' ELSE 'task' END
    FROM recordings r
    WHERE r.id = task.recording_id AND coalesce(task.task_callback_url, r.callback_url) IS NOT NULL
    RETURNING id INTO delivery;
  END IF;
END $$;

CREATE FUNCTION set_login_queue_limit(target int, new_limit int, OUT permits int, OUT last_tag bigint)
LANGUAGE plpgsql AS $$
DECLARE queue login_queues;
BEGIN
  UPDATE login_queues SET max_running = new_limit WHERE id = target RETURNING * INTO queue;
  SELECT b.permits, b.last_tag INTO permits, last_tag FROM balance_permits(queue, NULL) b;
END $$;
