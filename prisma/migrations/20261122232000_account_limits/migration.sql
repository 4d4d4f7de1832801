-- How much of the fleet one account may use: tasks that run at once, and minutes in 24 hours.
-- See infra/decisions/2026-11-22-no-account-takes-the-fleet.md.
--
-- A permit is in exactly one place: a job in the lane of its account, parked at its portal (portal_id) or for its account
-- (account_id), or given to an idle warm session.
--
-- Lock order: permit -> login queue -> portal -> warm session -> task -> account (the row, then advisory lock 3). Permits that are
-- parked for an account are taken out with SKIP LOCKED by whoever makes room, and need no lock of a portal.
--
-- Invariants, beside I1 to I4:
--   I5  an account at its limit starts nothing
--   I6  while an account may run more, none of its permits stays parked for it; the reaper looks once a second, because
--       limits follow the workers and the clock

-- AlterTable: null for the defaults, 0 for any number
ALTER TABLE "accounts" ADD COLUMN "max_running" INTEGER,
ADD COLUMN "max_minutes_per_day" INTEGER;

-- CreateTable
CREATE TABLE "account_defaults" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "max_running" INTEGER,
    "max_minutes_per_day" INTEGER,

    CONSTRAINT "account_defaults_pkey" PRIMARY KEY ("id")
);
INSERT INTO account_defaults (id) VALUES (1);

-- AlterTable
ALTER TABLE "parked_permits" ALTER COLUMN "portal_id" DROP NOT NULL,
ADD COLUMN "account_id" UUID,
ADD COLUMN "parked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE parked_permits ADD CONSTRAINT parked_for_one CHECK (num_nonnulls(portal_id, account_id) = 1);

-- CreateIndex
CREATE INDEX "parked_permits_account_id_tag_idx" ON "parked_permits"("account_id", "tag");

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable: whose minutes an attempt costs; null for a local inference server's
ALTER TABLE "attempts" ADD COLUMN "account_id" UUID;
UPDATE attempts a SET account_id = t.account_id FROM tasks t
WHERE t.id = a.task_id AND NOT t.is_local AND a.allocated_at > now() - interval '24 h';

-- CreateIndex
CREATE INDEX "attempts_account_id_allocated_at_idx" ON "attempts"("account_id", "allocated_at");

-- Slots of the workers that serve an account, less one that stays for the others, when one of these has a key to submit with
-- and shares a worker with it. Null: no limit, also with a single slot, or while a worker does not say how many it has.
CREATE FUNCTION usual_account_limit(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  WITH fleet AS MATERIALIZED (
    SELECT slots, served FROM workers, LATERAL (SELECT CASE WHEN labels = '{}' THEN ARRAY['default'] ELSE labels END served) s
    WHERE ended_at IS NULL AND last_seen_at > now() - interval '60 s'
      AND (SELECT coalesce(worker_label, 'default') FROM accounts WHERE id = account) = ANY(served)
  )
  SELECT (sum(slots) - 1)::int FROM fleet
  HAVING bool_and(slots IS NOT NULL) AND sum(slots) > 1 AND EXISTS (
    SELECT FROM api_keys k JOIN accounts other ON other.id = k.account_id
    WHERE k.account_id <> account AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND 'submit' = ANY(k.scopes)
      AND EXISTS (SELECT FROM fleet WHERE coalesce(other.worker_label, 'default') = ANY(served)))
$$;

-- Minutes of the attempts that began within the last 24 hours, from claim to end or until now.
CREATE FUNCTION account_minutes(account uuid) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, clock_timestamp()) - allocated_at)), 0) / 60
  FROM attempts WHERE account_id = account AND allocated_at > now() - interval '24 h'
$$;

-- How many tasks an account may run at once; 0 when its minutes are used up, null for any number.
CREATE FUNCTION account_limit(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN minutes > 0 AND minutes <= account_minutes(account) THEN 0
    WHEN running IS NULL THEN usual_account_limit(account) ELSE nullif(running, 0) END
  FROM (
    SELECT coalesce(a.max_running, d.max_running) running, coalesce(a.max_minutes_per_day, d.max_minutes_per_day) minutes
    FROM accounts a LEFT JOIN account_defaults d ON d.id = 1 WHERE a.id = account
  ) own
$$;

-- Those of local inference servers are not of the fleet.
CREATE FUNCTION account_running(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM tasks WHERE account_id = account AND status IN ('allocated', 'running') AND NOT is_local
$$;

-- How many more tasks an account may start; null for any number. Until the transaction ends nobody else starts a task of an
-- account with a limit.
CREATE FUNCTION account_room(account uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE at_most int := account_limit(account);
BEGIN
  IF at_most IS NULL THEN RETURN NULL; END IF;
  IF NOT pg_try_advisory_xact_lock(3, hashtext(account::text)) THEN
    PERFORM pg_advisory_xact_lock(3, hashtext(account::text));
    at_most := account_limit(account);
  END IF;
  RETURN at_most - account_running(account);
END $$;

-- Takes the first permits that are parked for an account out, as many as it may start, for the caller to send.
CREATE FUNCTION settle_account(account uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  room int := account_room(account);
  freed jsonb;
BEGIN
  WITH first AS (
    SELECT id FROM parked_permits WHERE account_id = account ORDER BY tag
    LIMIT least(500, greatest(0, coalesce(room, 500))) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM parked_permits p USING first WHERE p.id = first.id RETURNING p.*
  )
  SELECT jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag) INTO freed FROM gone;
  RETURN coalesce(freed, '[]');
END $$;

-- Permits of a login queue outside of its lane whose return may make room for another's at the portal.
CREATE OR REPLACE FUNCTION has_placed_permits(queue int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM parked_permits WHERE login_queue_id = queue AND portal_id IS NOT NULL)
    OR EXISTS (SELECT FROM warm_sessions WHERE login_queue_id = queue AND permit_tag IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION unpark_queue(queue int) RETURNS jsonb LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM parked_permits WHERE login_queue_id = queue AND portal_id IS NOT NULL RETURNING *)
  SELECT coalesce(jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag), '[]') FROM gone
$$;

-- What became of a permit: `taken`: a task with it; `void`: its task was cancelled or the limit was lowered, it is gone;
-- `parked`: its portal is full, or its account runs as much as it may; `given`: to the warm session of its login queue on another worker; `moved`: to the lane of its
-- account, because the worker of its session does not serve that, or its label has changed since it was in permit_lane.
-- The caller holds the permit, or its worker keeps the session that has it.
CREATE OR REPLACE FUNCTION take_task(permit uuid, permit_queue int, permit_task uuid, permit_tag bigint, permit_session uuid,
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
  is_held_back boolean := false;
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
    -- What is parked waited behind this task, perhaps for no room of its own.
    IF portal.max_parallelism IS NULL AND (SELECT NOT is_dedicated FROM tasks
      WHERE login_queue_id = permit_queue AND status = 'queued'
      ORDER BY coalesce(priority, 2147483647), sequence LIMIT 1) THEN to_send := unpark_queue(permit_queue); END IF;
  ELSIF permit_session IS NOT NULL THEN
    -- Its task runs in a browser of its own, waits, or is another worker's: one login has one session. What waits for its
    -- account comes back to the session.
    UPDATE warm_sessions s SET permit_tag = NULL,
      state = CASE WHEN outcome = 'void' OR is_held_back THEN s.state ELSE 'closing' END
    WHERE s.id = permit_session;
    IF outcome = 'taken' THEN close_session := permit_session; END IF;
    IF outcome IN ('parked', 'moved') AND NOT is_held_back THEN PERFORM ring_bell(worker); END IF;
  END IF;
  IF permit_queue IS NOT NULL AND outcome IN ('taken', 'void') THEN
    UPDATE login_queues SET issued = issued - 1, waiting = waiting - (outcome = 'taken')::int,
      running = running + (outcome = 'taken')::int WHERE id = permit_queue;
  END IF;
  -- The room that this permit does not use is another's.
  IF is_locked THEN to_send := to_send || settle_portal(portal); END IF;
  IF outcome <> 'taken' AND NOT is_held_back AND EXISTS (SELECT FROM parked_permits WHERE account_id = owner) THEN
    to_send := to_send || settle_account(owner);
  END IF;
  permits := permit_change(owner, permit_queue, to_send, 0, NULL);
END $$;

-- As before, and the account may start another one.
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

  is_kept := report ? 'kept_seconds' AND ending IN ('success', 'failed', 'automation', 'infrastructure')
    AND task.cancel_requested_at IS NULL;
  IF task.cancel_requested_at IS NOT NULL THEN
    ending := 'cancelled';
    report := report - ARRAY['error', 'error_class', 'node_path', 'page_url'];
  END IF;
  failure := report->>'error';
  was_queued := task.status = 'queued';
  -- The answer of the claim may have been lost: such an attempt costs no retry, unless there are so many that its workers
  -- rather die of it.
  is_free := ending = 'lost' AND task.status = 'allocated' AND NOT task.is_local AND (
    SELECT count(*) FROM attempts a WHERE a.task_id = target AND a.outcome = 'lost' AND a.started_at IS NULL
  ) < 5;
  status := CASE
    WHEN ending = 'released' OR is_free
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
    infrastructure_retries = t.infrastructure_retries + (leave_task.status = 'queued' AND ending IN ('infrastructure', 'lost') AND NOT is_free)::int,
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

  IF session.id IS NOT NULL AND ending = 'cancelled' AND report ? 'kept_seconds' THEN
    -- Its worker meant to keep the browser and has still to end it: until then the login is in use.
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
  -- What a claimer parks at this very moment the reaper finds.
  IF NOT was_queued AND EXISTS (SELECT FROM parked_permits WHERE account_id = task.account_id) THEN
    to_send := to_send || settle_account(task.account_id);
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
