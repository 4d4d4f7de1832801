-- Stores a task that the submitting local inference server runs itself: allocated from the start,
-- without a permit, login queue or retries. Local tasks of an account share one portal that never
-- has a limit, so they count against none. Its attempt has no account, because it uses none of the
-- account's minutes.
-- Locks: none beyond its own rows.
-- requires: find_portal, new_task
CREATE OR REPLACE FUNCTION submit_local_task(submitted jsonb, worker text, lease_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(new_task(), submitted);
  portal portals := find_portal(task.account_id, 'local inference');
BEGIN
  task.portal_id := portal.id;
  task.max_retries := 0;
  task.is_local := true;
  task.status := 'allocated';
  task.lease_epoch := 1;
  task.worker_id := worker;
  task.allocated_at := clock_timestamp();
  task.lease_expires_at := clock_timestamp() + make_interval(secs => lease_seconds);
  INSERT INTO tasks SELECT task.*;
  INSERT INTO attempts (task_id, lease_epoch, worker_id, allocated_at)
  VALUES (task.id, task.lease_epoch, worker, task.allocated_at);
END $$;
