-- Stores a task that the submitting local inference server runs itself: allocated from the start,
-- without a permit, login queue or retries. Local tasks of an account share one portal that never
-- has a limit, so they count against none.
-- Locks: none beyond its own rows.
-- requires: find_portal
CREATE OR REPLACE FUNCTION submit_local_task(submitted jsonb, worker text, lease_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  task tasks := jsonb_populate_record(NULL::tasks, submitted);
  portal portals := find_portal(task.account_id, 'local inference');
BEGIN
  INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, portal_id, priority,
    input_parameters, unique_parameter_names, secure_parameters, rdp_parameter, max_timeout_in_minutes, use_proxy,
    task_callback_url, task_callback_api_key, max_retries, is_local, status, lease_epoch, worker_id, allocated_at, lease_expires_at)
  VALUES (task.id, task.account_id, task.recording_id, task.recording_version_id, task.endpoint_name, portal.id, task.priority,
    task.input_parameters, task.unique_parameter_names, task.secure_parameters, task.rdp_parameter,
    task.max_timeout_in_minutes, task.use_proxy, task.task_callback_url, task.task_callback_api_key, 0, true,
    'allocated', 1, worker, clock_timestamp(), clock_timestamp() + make_interval(secs => lease_seconds));
  INSERT INTO attempts (task_id, lease_epoch, worker_id, allocated_at)
  SELECT id, lease_epoch, worker_id, allocated_at FROM tasks WHERE id = task.id;
END $$;
