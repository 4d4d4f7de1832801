-- Portals with a limit of their own, warm sessions of dedicated tasks, and lanes for labelled workers.
--
-- A permit is in exactly one place: a job in the lane of its account, parked at its portal, or given to an idle warm
-- session (permit_tag). login_queues.issued counts all three. See infra/decisions/2026-11-21-portals-and-warm-sessions.md.
--
-- Lock order: permit -> login queue -> portal -> warm session -> task -> account. Parked permits are changed with the row of
-- the portal locked. The permit of a session is given, taken and withdrawn with its login queue locked.
--
-- Invariants, beside I1 and I2:
--   I3  a portal at its limit starts nothing
--   I4  while a portal has room that no permit in a lane is on its way to use, none of its permits is parked

-- CreateEnum
CREATE TYPE "session_state" AS ENUM ('busy', 'idle', 'closing');

-- CreateTable
CREATE TABLE "portals" (
    "id" SERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "max_parallelism" INTEGER,

    CONSTRAINT "portals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "warm_sessions" (
    "id" UUID NOT NULL,
    "portal_id" INTEGER NOT NULL,
    "login_queue_id" INTEGER NOT NULL,
    "worker_id" TEXT NOT NULL,
    "state" "session_state" NOT NULL,
    "task_id" UUID,
    "permit_tag" BIGINT,
    "idle_since" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warm_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "parked_permits" (
    "id" UUID NOT NULL,
    "portal_id" INTEGER NOT NULL,
    "login_queue_id" INTEGER,
    "task_id" UUID,
    "tag" BIGINT NOT NULL,

    CONSTRAINT "parked_permits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" TEXT NOT NULL,
    "version" TEXT,
    "slots" INTEGER,
    "labels" TEXT[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- What runs now has no limit, as before.
CREATE UNIQUE INDEX "portals_account_id_origin_key" ON "portals"("account_id", "origin");
INSERT INTO portals (account_id, origin)
SELECT account_id, portal FROM login_queues
UNION
SELECT t.account_id, v.portal FROM tasks t JOIN recording_versions v ON v.id = t.recording_version_id;

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "worker_label" TEXT;

-- AlterTable
ALTER TABLE "login_queues" ADD COLUMN     "portal_id" INTEGER;
UPDATE login_queues q SET portal_id = p.id FROM portals p WHERE p.account_id = q.account_id AND p.origin = q.portal;
ALTER TABLE "login_queues" ALTER COLUMN "portal_id" SET NOT NULL, DROP COLUMN "portal";

-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "portal_id" INTEGER,
ALTER COLUMN "max_parallelism" DROP NOT NULL,
ALTER COLUMN "max_parallelism" DROP DEFAULT;
UPDATE tasks t SET portal_id = p.id FROM recording_versions v JOIN portals p ON p.origin = v.portal
WHERE v.id = t.recording_version_id AND p.account_id = t.account_id;
ALTER TABLE "tasks" ALTER COLUMN "portal_id" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "warm_sessions_task_id_key" ON "warm_sessions"("task_id");

-- CreateIndex
CREATE INDEX "warm_sessions_portal_id_idx" ON "warm_sessions"("portal_id");

-- CreateIndex
CREATE INDEX "warm_sessions_login_queue_id_idx" ON "warm_sessions"("login_queue_id");

-- CreateIndex
CREATE INDEX "warm_sessions_worker_id_idx" ON "warm_sessions"("worker_id");

-- CreateIndex
CREATE INDEX "parked_permits_portal_id_tag_idx" ON "parked_permits"("portal_id", "tag");

-- CreateIndex
CREATE INDEX "parked_permits_login_queue_id_idx" ON "parked_permits"("login_queue_id");

-- CreateIndex
CREATE INDEX "parked_permits_task_id_idx" ON "parked_permits"("task_id");

-- AddForeignKey
ALTER TABLE "portals" ADD CONSTRAINT "portals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_queues" ADD CONSTRAINT "login_queues_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits or runs at a portal; the held ones are few, so they are counted instead of kept in a counter.
CREATE INDEX tasks_of_portal ON tasks (portal_id, status) WHERE status IN ('queued', 'allocated', 'running');

-- The idle session whose turn it is.
CREATE INDEX warm_sessions_given ON warm_sessions (worker_id, permit_tag) WHERE permit_tag IS NOT NULL;

DROP FUNCTION submit_task, take_task, leave_task, set_login_queue_limit, balance_permits;

-- Wakes what the worker left waiting for news; a notification goes out with the commit.
CREATE FUNCTION ring_bell(worker text) RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('errand_bell', worker) $$;

-- The queue of an account's permits. The label stays what it is until the transaction ends.
CREATE FUNCTION lane_of(account uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(2, hashtext(account::text));
  RETURN (SELECT 'permits' || coalesce('.' || worker_label, '') FROM accounts WHERE id = account);
END $$;

-- Whether a worker takes the tasks of an account. `default` among its labels stands for accounts without one.
CREATE FUNCTION is_served(account uuid, worker text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN a.worker_label IS NULL THEN 'default' = ANY(w.labels) OR w.labels = '{}'
    ELSE a.worker_label = ANY(w.labels) END
  FROM accounts a, (SELECT coalesce((SELECT labels FROM workers WHERE id = worker), '{}') labels) w WHERE a.id = account
$$;

-- Keeps the limit of a portal, and with it the number of what runs there, from changing under the caller. Exclusive, or
-- limited: locks the row. Unlimited: shares a lock that whoever sets the first limit takes alone.
CREATE FUNCTION lock_portal(target int, is_exclusive boolean) RETURNS portals LANGUAGE plpgsql AS $$
DECLARE portal portals;
BEGIN
  IF NOT is_exclusive THEN
    SELECT * INTO portal FROM portals WHERE id = target;
    IF portal.max_parallelism IS NULL THEN
      PERFORM pg_advisory_xact_lock_shared(1, target);
      SELECT * INTO portal FROM portals WHERE id = target;
      IF portal.max_parallelism IS NULL THEN RETURN portal; END IF;
    END IF;
  END IF;
  SELECT * INTO portal FROM portals WHERE id = target FOR NO KEY UPDATE;
  RETURN portal;
END $$;

-- How many more tasks may start at a portal; at an unlimited one, how many more warm sessions it may have.
-- What runs: tasks that a worker holds, and sessions without one.
CREATE FUNCTION portal_room(portal portals) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT (CASE WHEN portal.max_parallelism IS NULL
    THEN 1 - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id)
    ELSE portal.max_parallelism
      - (SELECT count(*) FROM tasks WHERE portal_id = portal.id AND status IN ('allocated', 'running'))
      - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id AND state <> 'busy') END)::int
$$;

CREATE FUNCTION permit_to_send(id uuid, login_queue_id int, task_id uuid, tag bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(jsonb_build_object('id', id, 'loginQueueId', login_queue_id, 'taskId', task_id, 'tag', tag))
$$;

-- What the caller has to do to the jobs of a lane, in the same transaction; null for nothing.
CREATE FUNCTION permit_change(account uuid, login_queue int, to_send jsonb, to_withdraw int, void_id uuid)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF to_send = '[]' AND to_withdraw = 0 AND void_id IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('lane', lane_of(account), 'loginQueueId', login_queue, 'send', to_send,
    'withdraw', to_withdraw, 'voidId', void_id);
END $$;

-- Takes the first parked permits for which there is room out, for the caller to send. While more are parked, asks as many idle
-- sessions to close, those that have been idle for longest first. The row of the portal is locked.
CREATE FUNCTION settle_portal(portal portals) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  freed jsonb;
  wanted int;
  unused int;
  rung int;
BEGIN
  IF NOT EXISTS (SELECT FROM parked_permits WHERE portal_id = portal.id) THEN RETURN '[]'; END IF;
  WITH first AS (
    SELECT id FROM parked_permits WHERE portal_id = portal.id ORDER BY tag LIMIT greatest(0, portal_room(portal))
  ), gone AS (
    DELETE FROM parked_permits p USING first WHERE p.id = first.id RETURNING p.*
  )
  SELECT jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag) INTO freed FROM gone;

  SELECT count(*) INTO unused FROM warm_sessions WHERE portal_id = portal.id AND state <> 'busy';
  SELECT count(*) INTO wanted FROM (SELECT FROM parked_permits WHERE portal_id = portal.id LIMIT unused) p;
  wanted := wanted - (SELECT count(*) FROM warm_sessions WHERE portal_id = portal.id AND state = 'closing');
  IF wanted > 0 THEN
    WITH oldest AS (
      SELECT id FROM warm_sessions WHERE portal_id = portal.id AND state = 'idle' AND permit_tag IS NULL
      ORDER BY idle_since LIMIT wanted FOR UPDATE
    ), closing AS (
      UPDATE warm_sessions s SET state = 'closing' FROM oldest WHERE s.id = oldest.id RETURNING s.worker_id
    )
    SELECT count(ring_bell(worker_id)) INTO rung FROM closing;
  END IF;
  RETURN coalesce(freed, '[]');
END $$;

-- Writes down the permits a login queue lacks as issued, gives them to idle sessions of the queue first and answers the rest.
-- Their tags are old_tag, for a task that returns to its old place, else the account's next ones. Too many: withdraws parked
-- and given ones, and answers how many are left for the caller to withdraw from the lane.
CREATE FUNCTION balance_permits(queue login_queues, old_tag bigint, OUT to_send jsonb, OUT to_withdraw int)
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

-- At a portal without a limit only dedicated tasks are kept from starting: what another kind of task now comes first for is
-- to be tried again.
CREATE FUNCTION unpark_queue(queue int) RETURNS jsonb LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM parked_permits WHERE login_queue_id = queue RETURNING *)
  SELECT coalesce(jsonb_agg(permit_to_send(id, login_queue_id, task_id, tag)->0 ORDER BY tag), '[]') FROM gone
$$;

-- The newest limit above 1 wins; 1 counts when the portal has none yet, or when nothing of it waits or runs. True when it changed.
CREATE FUNCTION limit_portal(target int, wanted int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE current int := (SELECT max_parallelism FROM portals WHERE id = target);
BEGIN
  IF wanted IS NULL OR wanted = current THEN RETURN false; END IF;
  IF wanted = 1 AND current IS NOT NULL AND EXISTS (
    SELECT FROM tasks WHERE portal_id = target AND status IN ('queued', 'allocated', 'running')) THEN RETURN false; END IF;
  -- Whoever starts a task at a portal without a limit has finished, or waits until this one holds.
  IF current IS NULL THEN PERFORM pg_advisory_xact_lock(1, target); END IF;
  UPDATE portals SET max_parallelism = wanted WHERE id = target;
  RETURN true;
END $$;

-- `submitted` is the row of the task by column names. Without queue_key the task waits for nobody and has a permit of its own.
-- An idle login queue takes the limit of the submit that wakes it; else the newest one above 1 wins.
CREATE FUNCTION submit_task(submitted jsonb, queue_key text, portal_origin text, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(NULL::tasks, submitted);
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int := 0;
  has_parked boolean := false;
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
    has_parked := EXISTS (SELECT FROM parked_permits WHERE login_queue_id = queue.id);
  END IF;
  is_new_limit := limit_portal(portal.id, task.max_parallelism);
  IF has_parked OR is_new_limit THEN portal := lock_portal(portal.id, true); END IF;

  INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, login_queue_id, portal_id, priority,
    input_parameters, unique_parameter_names, secure_parameters, rdp_parameter, max_timeout_in_minutes, use_proxy,
    is_dedicated, max_parallelism, per_login_parallelism, task_callback_url, task_callback_api_key,
    max_automation_retries, permit_job_id, retry_of)
  VALUES (task.id, task.account_id, task.recording_id, task.recording_version_id, task.endpoint_name, queue.id, portal.id,
    task.priority, task.input_parameters, task.unique_parameter_names, task.secure_parameters, task.rdp_parameter,
    task.max_timeout_in_minutes, task.use_proxy, task.is_dedicated, task.max_parallelism, task.per_login_parallelism,
    task.task_callback_url, task.task_callback_api_key, task.max_automation_retries, task.permit_job_id,
    task.retry_of);

  IF queue_key IS NOT NULL THEN
    SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw FROM balance_permits(queue, NULL) b;
  ELSE
    task.tag := next_tags(task.account_id, 1);
    UPDATE tasks SET tag = task.tag WHERE id = task.id;
    to_send := permit_to_send(task.permit_job_id, NULL, task.id, task.tag);
  END IF;
  IF has_parked AND NOT task.is_dedicated AND portal.max_parallelism IS NULL THEN
    to_send := to_send || unpark_queue(queue.id);
  END IF;
  IF has_parked OR is_new_limit THEN to_send := to_send || settle_portal(portal); END IF;
  permits := permit_change(task.account_id, queue.id, to_send, to_withdraw, NULL);
END $$;

-- What became of a permit: `taken`: a task with it; `void`: its task was cancelled or the limit was lowered, it is gone;
-- `parked`: its portal is full; `given`: to the warm session of its login queue on another worker; `moved`: to the lane of its
-- account, which this worker does not serve.
-- The caller holds the permit, or its worker keeps the session that has it.
CREATE FUNCTION take_task(permit uuid, permit_queue int, permit_task uuid, permit_tag bigint, permit_session uuid,
  worker text, lease_seconds double precision,
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
    WHEN session.worker_id <> worker THEN 'given'
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
    to_send := permit_to_send(gen_random_uuid(), permit_queue, NULL, permit_tag);
  END IF;

  IF outcome = 'taken' AND task.is_dedicated THEN
    session_id := coalesce(session.id, gen_random_uuid());
    is_new_session := session.id IS NULL;
    INSERT INTO warm_sessions (id, portal_id, login_queue_id, worker_id, state, task_id)
    VALUES (session_id, portal.id, permit_queue, worker, 'busy', task.id)
    ON CONFLICT (id) DO UPDATE SET state = 'busy', task_id = excluded.task_id, permit_tag = NULL, idle_since = NULL,
      expires_at = NULL;
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

-- What becomes of the session of a task whose attempt ended, before the permits of its login queue are balanced. A session that
-- stays takes the next permit of its queue; when another queue of the portal is first, its browser is to end.
CREATE FUNCTION leave_session(session warm_sessions, portal portals, is_kept boolean, returns_with bigint,
  lease_seconds double precision) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first parked_permits;
  next_state session_state := 'idle';
BEGIN
  IF NOT is_kept THEN
    DELETE FROM warm_sessions WHERE id = session.id;
    RETURN;
  END IF;
  SELECT * INTO first FROM parked_permits WHERE portal_id = portal.id ORDER BY tag LIMIT 1;
  IF NOT is_served(portal.account_id, session.worker_id)
    OR first.tag < coalesce(returns_with, 9223372036854775807) AND first.login_queue_id IS DISTINCT FROM session.login_queue_id
  THEN
    next_state := 'closing';
  ELSIF first.login_queue_id = session.login_queue_id AND first.tag < coalesce(returns_with, 9223372036854775807) THEN
    DELETE FROM parked_permits WHERE id = first.id;
  ELSE
    first := NULL;
  END IF;
  UPDATE warm_sessions SET state = next_state, task_id = NULL, idle_since = clock_timestamp(),
    permit_tag = CASE WHEN next_state = 'idle' THEN first.tag END,
    expires_at = clock_timestamp() + make_interval(secs => lease_seconds) WHERE id = session.id;
  IF first.id IS NOT NULL OR next_state = 'closing' THEN PERFORM ring_bell(session.worker_id); END IF;
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
CREATE FUNCTION leave_task(target uuid, holder text, epoch int, ending text, report jsonb, fresh_id uuid,
  OUT is_done boolean, OUT status task_status, OUT permits jsonb, OUT delivery uuid)
LANGUAGE plpgsql AS $$
DECLARE
  task tasks;
  queue login_queues;
  portal portals;
  session warm_sessions;
  was_queued boolean;
  has_parked boolean;
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
  has_parked := EXISTS (SELECT FROM parked_permits WHERE login_queue_id = task.login_queue_id)
    OR EXISTS (SELECT FROM parked_permits WHERE task_id = target);
  portal := lock_portal(task.portal_id, has_parked OR task.is_dedicated);
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
  IF has_parked AND was_queued AND portal.max_parallelism IS NULL THEN
    to_send := to_send || unpark_queue(task.login_queue_id);
  END IF;
  IF portal.max_parallelism IS NOT NULL OR has_parked OR task.is_dedicated THEN
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

CREATE FUNCTION set_login_queue_limit(target int, new_limit int, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  queue login_queues;
  portal portals;
  to_send jsonb;
  to_withdraw int;
BEGIN
  UPDATE login_queues SET max_running = new_limit WHERE id = target RETURNING * INTO queue;
  IF NOT FOUND THEN RETURN; END IF;
  portal := lock_portal(queue.portal_id, true);
  SELECT b.to_send, b.to_withdraw INTO to_send, to_withdraw FROM balance_permits(queue, NULL) b;
  permits := permit_change(queue.account_id, target, to_send || settle_portal(portal), to_withdraw, NULL);
END $$;

-- Drops a session that no task runs in: its worker says that the browser is gone (holder), or nobody has renewed it (null).
CREATE FUNCTION end_session(target uuid, holder text, OUT is_ended boolean, OUT permits jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  session warm_sessions;
  portal portals;
  to_send jsonb;
BEGIN
  is_ended := false;
  SELECT * INTO session FROM warm_sessions WHERE id = target;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM login_queues WHERE id = session.login_queue_id FOR UPDATE;
  portal := lock_portal(session.portal_id, true);
  DELETE FROM warm_sessions s WHERE s.id = target AND s.state <> 'busy'
    AND CASE WHEN holder IS NULL THEN s.expires_at <= clock_timestamp() ELSE s.worker_id = holder END
  RETURNING * INTO session;
  IF NOT FOUND THEN RETURN; END IF;
  is_ended := true;
  to_send := settle_portal(portal);
  IF session.permit_tag IS NOT NULL THEN
    to_send := to_send || permit_to_send(gen_random_uuid(), session.login_queue_id, NULL, session.permit_tag);
  END IF;
  permits := permit_change(portal.account_id, session.login_queue_id, to_send, 0, NULL);
END $$;

-- Restricts an account to the workers of a label, or lifts that. The caller moves the permits that wait in the old lane.
CREATE FUNCTION set_worker_label(account uuid, label text, OUT old_lane text, OUT new_lane text)
LANGUAGE plpgsql AS $$
DECLARE rung int;
BEGIN
  PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
  PERFORM pg_advisory_xact_lock(2, hashtext(account::text));
  old_lane := lane_of(account);
  UPDATE accounts SET worker_label = label WHERE id = account;
  new_lane := lane_of(account);
  -- Those that have a permit close when their worker wants to use it.
  WITH closing AS (
    UPDATE warm_sessions s SET state = 'closing' FROM portals p
    WHERE p.id = s.portal_id AND p.account_id = account AND s.state = 'idle' AND s.permit_tag IS NULL
      AND NOT is_served(account, s.worker_id) RETURNING s.worker_id
  )
  SELECT count(ring_bell(worker_id)) INTO rung FROM closing;
END $$;
