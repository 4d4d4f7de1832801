-- Permits that stayed parked while there was room, a limit that two submissions set at once, and a label that is changed while
-- its account's permits are in the hands of claimers.

CREATE FUNCTION changes_limit(portal int, current int, wanted int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT wanted IS NOT NULL AND wanted IS DISTINCT FROM current AND (wanted > 1 OR current IS NULL OR NOT EXISTS (
    SELECT FROM tasks WHERE portal_id = portal AND status IN ('queued', 'allocated', 'running')))
$$;

-- Permits of a login queue outside of its lane. Whatever takes one back may make room for another's at the portal.
CREATE FUNCTION has_placed_permits(queue int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM parked_permits WHERE login_queue_id = queue)
    OR EXISTS (SELECT FROM warm_sessions WHERE login_queue_id = queue AND permit_tag IS NOT NULL)
$$;

-- The newest limit above 1 wins; 1 counts when the portal has none yet, or when nothing of it waits or runs. True when it changed.
CREATE OR REPLACE FUNCTION limit_portal(target int, wanted int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE current int := (SELECT max_parallelism FROM portals WHERE id = target);
BEGIN
  IF NOT changes_limit(target, current, wanted) THEN RETURN false; END IF;
  -- Whoever starts a task at a portal without a limit has finished, or waits until this one holds.
  IF current IS NULL THEN PERFORM pg_advisory_xact_lock(1, target); END IF;
  -- Somebody may have set one while this one waited.
  SELECT max_parallelism INTO current FROM portals WHERE id = target FOR NO KEY UPDATE;
  IF NOT changes_limit(target, current, wanted) THEN RETURN false; END IF;
  UPDATE portals SET max_parallelism = wanted WHERE id = target;
  RETURN true;
END $$;

-- `submitted` is the row of the task by column names. Without queue_key the task waits for nobody and has a permit of its own.
-- An idle login queue takes the limit of the submit that wakes it; else the newest one above 1 wins.
CREATE OR REPLACE FUNCTION submit_task(submitted jsonb, queue_key text, portal_origin text, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(NULL::tasks, submitted);
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int := 0;
  has_placed boolean := false;
  is_new_limit boolean;
BEGIN
  -- Insert only when it is new: an upsert would use up an id for every submit.
  LOOP
    SELECT * INTO portal FROM portals p WHERE p.account_id = task.account_id AND p.origin = portal_origin;
    EXIT WHEN FOUND;
    INSERT INTO portals (account_id, origin) VALUES (task.account_id, portal_origin) ON CONFLICT DO NOTHING;
  END LOOP;
  IF queue_key IS NOT NULL THEN
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

  INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, login_queue_id, portal_id, priority,
    input_parameters, unique_parameter_names, secure_parameters, rdp_parameter, max_timeout_in_minutes, use_proxy,
    is_dedicated, max_parallelism, per_login_parallelism, task_callback_url, task_callback_api_key,
    max_automation_retries, permit_job_id, tag, retry_of)
  VALUES (task.id, task.account_id, task.recording_id, task.recording_version_id, task.endpoint_name, queue.id, portal.id,
    task.priority, task.input_parameters, task.unique_parameter_names, task.secure_parameters, task.rdp_parameter,
    task.max_timeout_in_minutes, task.use_proxy, task.is_dedicated, task.max_parallelism, task.per_login_parallelism,
    task.task_callback_url, task.task_callback_api_key, task.max_automation_retries, task.permit_job_id,
    task.tag, task.retry_of);

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

CREATE FUNCTION current_lane(account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'permits' || coalesce('.' || worker_label, '') FROM accounts WHERE id = account
$$;

-- The queue of an account's permits. The label stays what it is until the transaction ends.
CREATE OR REPLACE FUNCTION lane_of(account uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(2, hashtext(account::text));
  RETURN current_lane(account);
END $$;

DROP FUNCTION take_task;

-- What became of a permit: `taken`: a task with it; `void`: its task was cancelled or the limit was lowered, it is gone;
-- `parked`: its portal is full; `given`: to the warm session of its login queue on another worker; `moved`: to the lane of its
-- account, because the worker of its session does not serve that, or its label has changed since it was in permit_lane.
-- The caller holds the permit, or its worker keeps the session that has it.
CREATE FUNCTION take_task(permit uuid, permit_queue int, permit_task uuid, permit_tag bigint, permit_session uuid,
  worker text, lease_seconds double precision, permit_lane text DEFAULT NULL,
  OUT outcome text, OUT task tasks, OUT session_id uuid, OUT is_new_session boolean, OUT close_session uuid,
  OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  portal portals;
  best tasks;
  session warm_sessions;
  is_locked boolean;
  owner uuid;
  at_portal int;
  to_send jsonb := '[]';
BEGIN
  IF permit_queue IS NOT NULL THEN
    SELECT * INTO queue FROM login_queues WHERE id = permit_queue FOR UPDATE;
    IF queue.running < queue.max_running THEN
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
    -- It may have been cancelled while this one waited for the portal.
    SELECT * INTO best FROM tasks WHERE id = best.id AND status = 'queued' AND permit_job_id = permit;
  END IF;
  is_locked := portal.max_parallelism IS NOT NULL OR best.is_dedicated IS TRUE OR permit_session IS NOT NULL OR best.id IS NULL;
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
    WHEN permit_lane <> current_lane(owner) THEN 'moved'
    WHEN session.worker_id <> worker THEN CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'given' END
    WHEN best.is_dedicated AND session.id IS NOT NULL THEN 'taken'
    WHEN (best.is_dedicated OR portal.max_parallelism IS NOT NULL) AND portal_room(portal) <= 0
      THEN CASE WHEN permits_due(queue) < 0 THEN 'void' ELSE 'parked' END
    ELSE 'taken' END;

  IF outcome = 'taken' THEN
    UPDATE tasks t SET status = 'allocated', worker_id = worker, lease_epoch = lease_epoch + 1, permit_job_id = NULL,
      tag = permit_tag, allocated_at = clock_timestamp(),
      lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
    WHERE t.id = best.id AND status = 'queued' AND (permit_queue IS NOT NULL OR permit_job_id = permit)
    RETURNING * INTO task;
    IF task.id IS NULL THEN
      outcome := 'void';
    ELSE
      INSERT INTO attempts (task_id, lease_epoch, worker_id, allocated_at)
      VALUES (task.id, task.lease_epoch, worker, task.allocated_at);
      PERFORM setval('virtual_time', greatest(permit_tag, last_value)) FROM virtual_time;
    END IF;
  ELSIF outcome = 'parked' THEN
    INSERT INTO parked_permits (id, portal_id, login_queue_id, task_id, tag)
    VALUES (coalesce(permit, gen_random_uuid()), portal.id, permit_queue, permit_task, permit_tag);
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
    -- What is parked waited behind this task, perhaps for no room of its own.
    IF portal.max_parallelism IS NULL AND (SELECT NOT is_dedicated FROM tasks
      WHERE login_queue_id = permit_queue AND status = 'queued'
      ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1) THEN to_send := unpark_queue(permit_queue); END IF;
  ELSIF permit_session IS NOT NULL THEN
    -- Its task runs in a browser of its own, waits, or is another worker's: one login has one session.
    UPDATE warm_sessions s SET permit_tag = NULL, state = CASE WHEN outcome = 'void' THEN s.state ELSE 'closing' END
    WHERE s.id = permit_session;
    IF outcome = 'taken' THEN close_session := permit_session; END IF;
    IF outcome IN ('parked', 'moved') THEN PERFORM ring_bell(worker); END IF;
  END IF;
  IF permit_queue IS NOT NULL AND outcome IN ('taken', 'void') THEN
    UPDATE login_queues SET issued = issued - 1, waiting = waiting - (outcome = 'taken')::int,
      running = running + (outcome = 'taken')::int WHERE id = permit_queue;
  END IF;
  -- The room that this permit does not use is another's.
  IF is_locked THEN to_send := to_send || settle_portal(portal); END IF;
  permits := permit_change(owner, permit_queue, to_send, 0, NULL);
END $$;

-- Ends an attempt, or cancels a task. `ending`:
--   cancelled                       final for a waiting task; a held one is marked only, because its browser still runs:
--                                   it keeps its state and its slot, and any end of the attempt then makes it cancelled
--   success, failed                 final
--   infrastructure, automation      failed, unless a retry of that kind is left
--   lost                            the same for a lease that ran out (checked again here)
--   timeout                         failed, because the attempt is `grace_seconds` over its time (checked again here)
--   released                        back to the queue without counting as a retry
-- `report` may carry output_data, for_loop_status, error, error_class, node_path, page_url; grace_seconds; kept_seconds: the
-- worker keeps the browser of the session, which then holds for so long. `fresh_id` becomes the id of the delivery (final) or of
-- the new permit (task without login queue, back in the queue).
-- is_done is false when the caller holds no such lease, the task is marked only, or it is final already; status then
-- tells where it stands.
CREATE OR REPLACE FUNCTION leave_task(target uuid, holder text, epoch int, ending text, report jsonb, fresh_id uuid,
  OUT is_done boolean, OUT status task_status, OUT permits jsonb, OUT delivery uuid)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks;
  queue login_queues;
  portal portals;
  session warm_sessions;
  was_queued boolean;
  has_placed boolean;
  is_kept boolean;
  failure text;
  new_permit uuid;
  void_permit uuid;
  to_send jsonb := '[]';
  to_withdraw int := 0;
BEGIN
  SELECT * INTO task FROM tasks WHERE id = target;
  IF NOT FOUND THEN is_done := false; RETURN; END IF;
  IF task.login_queue_id IS NOT NULL THEN
    PERFORM FROM login_queues WHERE id = task.login_queue_id FOR UPDATE;
  END IF;
  has_placed := has_placed_permits(task.login_queue_id)
    OR EXISTS (SELECT FROM parked_permits WHERE task_id = target);
  portal := lock_portal(task.portal_id, has_placed OR task.is_dedicated);
  SELECT * INTO session FROM warm_sessions WHERE task_id = target FOR UPDATE;
  SELECT * INTO task FROM tasks WHERE id = target FOR UPDATE;
  status := task.status;
  IF ending = 'cancelled' AND task.status IN ('allocated', 'running') THEN
    UPDATE tasks SET cancel_requested_at = clock_timestamp() WHERE id = target AND cancel_requested_at IS NULL;
  END IF;
  is_done := CASE
    WHEN ending = 'cancelled' THEN task.status = 'queued'
    ELSE task.status IN ('allocated', 'running') AND task.worker_id = holder AND task.lease_epoch = epoch
      AND (ending <> 'lost' OR task.lease_expires_at <= clock_timestamp())
      AND (ending <> 'timeout' OR coalesce(task.started_at, task.allocated_at) + make_interval(
        mins => task.max_timeout_in_minutes, secs => (report->>'grace_seconds')::float) <= clock_timestamp()) END;
  IF is_done IS NOT TRUE THEN RETURN; END IF;

  is_kept := report ? 'kept_seconds' AND ending IN ('success', 'failed', 'automation', 'infrastructure')
    AND task.cancel_requested_at IS NULL;
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
  ELSIF ending = 'timeout' THEN
    failure := format('The attempt lasted longer than max_timeout_in_minutes (%s) and worker "%s" did not end it within %s s.',
      task.max_timeout_in_minutes, holder, report->>'grace_seconds');
    PERFORM ring_bell(holder);
  END IF;
  IF was_queued AND task.permit_job_id IS NOT NULL THEN
    DELETE FROM parked_permits WHERE id = task.permit_job_id;
    IF NOT FOUND THEN void_permit := task.permit_job_id; END IF;
  END IF;
  IF status = 'queued' AND task.login_queue_id IS NULL THEN
    new_permit := fresh_id;
    to_send := permit_to_send(new_permit, NULL, target, task.tag);
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
    outcome = (CASE WHEN ending IN ('infrastructure', 'automation', 'timeout') THEN 'failed' ELSE ending END)::attempt_outcome
  WHERE a.task_id = target AND a.lease_epoch = task.lease_epoch AND NOT was_queued;

  IF report ? 'output_data' THEN
    INSERT INTO task_outputs (task_id, output_data, for_loop_status)
    VALUES (target, report->'output_data', report->'for_loop_status')
    ON CONFLICT (task_id) DO UPDATE SET output_data = excluded.output_data, for_loop_status = excluded.for_loop_status;
  END IF;

  IF session.id IS NOT NULL THEN
    PERFORM leave_session(session, portal, is_kept, CASE WHEN status = 'queued' THEN task.tag END,
      (report->>'kept_seconds')::float);
  END IF;
  IF task.login_queue_id IS NOT NULL THEN
    UPDATE login_queues SET running = running - (NOT was_queued)::int,
      waiting = waiting - was_queued::int + (leave_task.status = 'queued')::int
    WHERE id = task.login_queue_id RETURNING * INTO queue;
    SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw
    FROM balance_permits(queue, CASE WHEN leave_task.status = 'queued' THEN task.tag END) b;
  END IF;
  IF has_placed AND was_queued AND portal.max_parallelism IS NULL THEN
    to_send := to_send || unpark_queue(task.login_queue_id);
  END IF;
  IF portal.max_parallelism IS NOT NULL OR has_placed OR task.is_dedicated THEN
    to_send := to_send || settle_portal(portal);
  END IF;
  permits := permit_change(task.account_id, task.login_queue_id, to_send, to_withdraw, void_permit);

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
