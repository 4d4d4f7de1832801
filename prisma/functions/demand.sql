-- How many slots workers with these labels could use now. `default` stands for accounts without a
-- label. Reads no permit: it follows from the tables which tasks claims would start, by the rules
-- of take_task.
--   claimable  waiting tasks that a new worker could start now; counted up to at_most
--   busy       tasks that workers hold
--   waiting    the other waiting tasks, by what they wait for (explain-wait.ts): login_busy,
--              portal_limit, account_limit, warm_session_busy, paused; each portal is counted up to at_most
-- Skips accounts and portals without room, and walks only login queues of portals with room. The
-- cost therefore follows from at_most, the running tasks and the portals with waiting tasks, not
-- from the number of waiting tasks.
-- Locks: none.
-- requires: account_limit, account_running, portal_room, startable
CREATE OR REPLACE FUNCTION demand(served text[], at_most int, OUT claimable int, OUT busy int, OUT waiting jsonb)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  portal portals;
  owner uuid;
  owner_room int;
  room int;
  session_room int;
  queued int;
  started int;
  warm int;
  seen int;
  login int;
  queue login_queues;
  own record;
  blocked int;
  logins int := 0;
  portals int := 0;
  accounts int := 0;
  sessions int := 0;
  paused int := 0;
  is_paused boolean;
BEGIN
  claimable := 0;
  FOR portal IN
    WITH RECURSIVE waiting_portals(id) AS (
      (SELECT portal_id FROM tasks WHERE status = 'queued' AND NOT is_local ORDER BY portal_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.portal_id FROM tasks t WHERE t.status = 'queued' AND NOT t.is_local AND t.portal_id > w.id
        ORDER BY t.portal_id LIMIT 1) FROM waiting_portals w WHERE w.id IS NOT NULL
    )
    SELECT p.* FROM waiting_portals w JOIN portals p ON p.id = w.id JOIN accounts a ON a.id = p.account_id
    WHERE coalesce(a.worker_label, 'default') = ANY(served) ORDER BY p.account_id, p.id
  LOOP
    EXIT WHEN claimable >= at_most;
    queued := (SELECT count(*) FROM (SELECT FROM tasks t WHERE t.portal_id = portal.id AND t.status = 'queued'
      AND NOT t.is_local LIMIT at_most) n);
    IF owner IS DISTINCT FROM portal.account_id THEN
      owner := portal.account_id;
      owner_room := account_limit(owner) - account_running(owner);
      is_paused := (SELECT pause IS NOT NULL FROM accounts WHERE id = owner);
    END IF;
    IF is_paused OR portal.pause IS NOT NULL THEN
      paused := paused + queued;
      CONTINUE;
    END IF;
    IF owner_room <= 0 THEN
      accounts := accounts + queued;
      CONTINUE;
    END IF;
    session_room := portal_room(portal);
    room := CASE WHEN portal.max_parallelism IS NOT NULL THEN session_room END;
    IF room <= 0 THEN
      portals := portals + queued;
      CONTINUE;
    END IF;

    started := (SELECT count(*) FROM (SELECT FROM tasks t WHERE t.portal_id = portal.id AND t.login_queue_id IS NULL
      AND t.status = 'queued' AND NOT t.is_local LIMIT at_most) n);
    seen := started;
    warm := 0;
    FOR login IN
      WITH RECURSIVE waiting_logins(id) AS (
        (SELECT login_queue_id FROM tasks WHERE portal_id = portal.id AND status = 'queued' AND NOT is_local
         AND login_queue_id IS NOT NULL ORDER BY login_queue_id LIMIT 1)
        UNION ALL
        SELECT (SELECT t.login_queue_id FROM tasks t WHERE t.portal_id = portal.id AND t.status = 'queued' AND NOT t.is_local
          AND t.login_queue_id > w.id ORDER BY t.login_queue_id LIMIT 1) FROM waiting_logins w WHERE w.id IS NOT NULL
      )
      SELECT id FROM waiting_logins WHERE id IS NOT NULL
    LOOP
      EXIT WHEN started >= least(room, owner_room, at_most - claimable);
      SELECT * INTO queue FROM login_queues WHERE id = login;
      own := startable(queue, room, session_room);
      -- The portal has one more warm session at most, which goes to one login.
      IF warm > 0 THEN own.warm := 0; END IF;
      warm := warm + own.warm;
      started := started + own.free + own.warm;
      seen := seen + queue.waiting;
      blocked := queue.waiting - own.free - own.warm;
      own.kept := least(own.kept, blocked);
      sessions := sessions + own.kept;
      blocked := blocked - own.kept;
      IF queue.pause IS NOT NULL THEN paused := paused + blocked;
      ELSIF queue.max_running - queue.running <= own.free + own.warm + own.kept THEN logins := logins + blocked;
      ELSE portals := portals + blocked; END IF;
    END LOOP;
    -- Tasks that were not examined wait for room at the portal or in the account.
    IF room < started THEN
      portals := portals + started - room;
      started := room;
    END IF;
    IF owner_room < started THEN
      accounts := accounts + started - owner_room;
      started := owner_room;
    END IF;
    IF started = room THEN portals := portals + greatest(0, queued - seen);
    ELSIF started = owner_room THEN accounts := accounts + greatest(0, queued - seen); END IF;
    started := least(started, at_most - claimable);
    claimable := claimable + started;
    owner_room := owner_room - started;
  END LOOP;
  busy := (SELECT count(*) FROM tasks t JOIN accounts a ON a.id = t.account_id WHERE t.status IN ('allocated', 'running')
    AND NOT t.is_local AND coalesce(a.worker_label, 'default') = ANY(served));
  waiting := jsonb_build_object('login_busy', logins, 'portal_limit', portals, 'account_limit', accounts,
    'warm_session_busy', sessions, 'paused', paused);
END $$;
