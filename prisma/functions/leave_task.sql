-- Ends an attempt, or cancels a task. Values of `ending`:
--   cancelled                  A waiting task becomes final. A held task is only marked, because
--                              its browser still runs: it keeps its status and slot until its
--                              attempt ends, and is then cancelled, whatever that ending is.
--   success, failed            final
--   infrastructure, automation failed, unless a retry of that kind is left
--   lost                       The lease expired (checked again here). Like infrastructure, but an
--                              attempt that never started costs no retry, at most five times,
--                              because the response to its claim may have been lost.
--   timeout                    The attempt lasted longer than its timeout plus grace_seconds
--                              (checked again here): failed
--   released                   back to the queue, costs no retry. A started debug session fails: its
--                              browser is gone, so its client must open another one.
-- kept_seconds with `released` is for a claim whose worker is gone before it got the lease: the
-- session it would have used stays idle.
-- `report` may contain output_data, for_loop_status, error, error_class, node_path, page_url,
-- model_usage, grace_seconds (for timeout) and kept_seconds (the worker keeps its browser as a warm
-- session).
-- `fresh_id` becomes the id of the delivery of a final task, or of the new permit of a task without
-- a login queue that goes back to waiting.
-- Returns is_done false if the caller does not hold this lease, or if the task is only marked or
-- already final. `status` is the task's status now, or null if there is no such task. `permits`:
-- see permit_change. `delivery`: the callback to send.
-- Locks: login queue, portal (exclusively if the task is dedicated or has permits outside its
-- lane), warm session, task, recording and roll-out (as count_rollout); then accounts as settle_account and permit_change.
-- Keeps: I1 to I6.
-- requires: balance_permits, count_rollout, has_placed_permits, leave_session, lock_portal, permit_change
-- requires: permit_to_send, ring_bell, settle_account, settle_portal, unpark_queue
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
  is_free boolean;
  is_session boolean;
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
    OR EXISTS (SELECT FROM parked_permits WHERE task_id = target AND portal_id IS NOT NULL);
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

  is_kept := report ? 'kept_seconds' AND ending IN ('success', 'failed', 'automation', 'infrastructure', 'released')
    AND task.cancel_requested_at IS NULL;
  IF task.cancel_requested_at IS NOT NULL THEN
    ending := 'cancelled';
    report := report - ARRAY['error', 'error_class', 'node_path', 'page_url'];
  END IF;
  failure := report->>'error';
  was_queued := task.status = 'queued';
  -- The response to the claim may have been lost: such an attempt costs no retry, unless there are
  -- so many that the task probably kills its workers.
  is_free := ending = 'lost' AND task.status = 'allocated' AND NOT task.is_local AND (
    SELECT count(*) FROM attempts a WHERE a.task_id = target AND a.outcome = 'lost' AND a.started_at IS NULL
  ) < 5;
  is_session := task.kind = 'session' AND task.started_at IS NOT NULL;
  IF ending = 'released' AND is_session THEN
    UPDATE debug_sessions SET closing = coalesce(closing, 'worker_drained') WHERE task_id = target;
    failure := format('Worker "%s" was taken out of service.', holder);
  END IF;
  status := CASE
    WHEN ending = 'released' AND NOT is_session OR is_free
      OR ending IN ('infrastructure', 'lost') AND task.infrastructure_retries < task.max_retries
      OR ending = 'automation' AND task.automation_retries < task.max_automation_retries THEN 'queued'
    WHEN ending IN ('success', 'cancelled') THEN ending
    ELSE 'failed' END;
  IF ending = 'lost' THEN
    failure := format('Worker "%s" stopped renewing its lease%s.', holder, CASE
      WHEN status <> 'failed' OR task.kind = 'session' THEN ''
      WHEN task.max_retries = 0 THEN ', and the task may not be retried (max_retries 0)'
      ELSE format(', and no retry is left (%s of %s used)', task.infrastructure_retries, task.max_retries) END);
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
    infrastructure_retries = t.infrastructure_retries + (leave_task.status = 'queued' AND ending IN ('infrastructure', 'lost') AND NOT is_free)::int,
    automation_retries = t.automation_retries + (leave_task.status = 'queued' AND ending = 'automation')::int,
    cancel_requested_at = CASE WHEN ending = 'cancelled' THEN coalesce(t.cancel_requested_at, clock_timestamp()) END,
    allocated_at = CASE WHEN leave_task.status <> 'queued' THEN t.allocated_at END,
    started_at = CASE WHEN leave_task.status <> 'queued' THEN t.started_at END,
    completed_at = CASE WHEN leave_task.status <> 'queued' THEN clock_timestamp() END,
    error = CASE WHEN leave_task.status = 'failed' THEN failure END,
    error_class = CASE WHEN leave_task.status = 'failed' THEN report->>'error_class' END,
    error_node_path = CASE WHEN leave_task.status = 'failed' THEN report->>'node_path' END,
    error_page_url = CASE WHEN leave_task.status = 'failed' THEN report->>'page_url' END,
    model_usage = coalesce(report->'model_usage', t.model_usage)
  WHERE id = target;

  IF status <> 'queued' THEN
    PERFORM count_rollout(task, CASE WHEN status = 'success' THEN true
      WHEN status = 'failed' AND ending NOT IN ('infrastructure', 'lost') THEN false END);
  END IF;

  UPDATE attempts a SET ended_at = clock_timestamp(), status_after = leave_task.status, error = failure,
    error_class = report->>'error_class',
    outcome = (CASE WHEN ending IN ('infrastructure', 'automation', 'timeout') THEN 'failed' ELSE ending END)::attempt_outcome
  WHERE a.task_id = target AND a.lease_epoch = task.lease_epoch AND NOT was_queued;

  -- Files that were announced but never stored must not count towards the storage of the account.
  WITH gone AS (
    DELETE FROM artifacts a WHERE a.task_id = target AND a.lease_epoch = task.lease_epoch AND a.confirmed_at IS NULL
      AND NOT was_queued RETURNING a.object_key
  )
  INSERT INTO pending_uploads (prefix, abandoned_at)
  SELECT place || object_key, clock_timestamp() FROM gone, unnest(ARRAY['', 'uploads/']) place
  ON CONFLICT (prefix) DO UPDATE SET abandoned_at = excluded.abandoned_at;

  IF report ? 'output_data' THEN
    INSERT INTO task_outputs (task_id, output_data, for_loop_status)
    VALUES (target, report->'output_data', report->'for_loop_status')
    ON CONFLICT (task_id) DO UPDATE SET output_data = excluded.output_data, for_loop_status = excluded.for_loop_status;
  END IF;

  IF session.id IS NOT NULL AND ending = 'cancelled' AND report ? 'kept_seconds' THEN
    -- Its worker wanted to keep the browser and must still end it: until then the login is in use.
    UPDATE warm_sessions SET state = 'closing', task_id = NULL, permit_tag = NULL, idle_since = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(secs => (report->>'kept_seconds')::float) WHERE id = session.id;
  ELSIF session.id IS NOT NULL THEN
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
  -- The reaper sends permits that a claimer parks concurrently.
  IF NOT was_queued AND EXISTS (SELECT FROM parked_permits WHERE account_id = task.account_id) THEN
    to_send := to_send || settle_account(task.account_id);
  END IF;
  permits := permit_change(task.account_id, task.login_queue_id, to_send, to_withdraw, void_permit);

  IF status <> 'queued' THEN
    -- The task's own URL takes precedence over the recording's.
    INSERT INTO callback_deliveries (id, task_id, account_id, url, secret, secret_origin)
    SELECT fresh_id, target, task.account_id, coalesce(task.task_callback_url, r.callback_url),
      CASE WHEN task.task_callback_url IS NULL THEN r.callback_secret ELSE task.task_callback_api_key END,
      CASE WHEN task.task_callback_url IS NULL THEN 'recording' ELSE 'task' END
    FROM recordings r
    WHERE r.id = task.recording_id AND coalesce(task.task_callback_url, r.callback_url) IS NOT NULL
    RETURNING id INTO delivery;
  END IF;
END $$;
