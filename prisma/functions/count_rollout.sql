-- Counts the end of a task in the running roll-out of its recording, and ends the roll-out if the
-- counts decide it. `is_success` is null for a task that has ended without a result, cancelled or
-- lost with its worker or browser: it returns its place among the first tasks, so that another task
-- takes it. Lost tasks return theirs when the first task of the new version succeeds, later ones at
-- once: a version that crashes browsers gets no more than the first tasks. A task counts as lost
-- once, however many of its attempts were lost, because attempts at the same task are not
-- independent of each other. Counts only tasks that the roll-out chose a version for: not those
-- submitted before, retries, goals and local tasks. The recording is locked first, as by its changes.
-- Locks: recording, roll-out, only while a roll-out runs.
-- requires: end_rollout, judge_rollout
CREATE OR REPLACE FUNCTION count_rollout(task tasks, is_success boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rollout recording_rollouts;
  is_new boolean;
  is_lost boolean;
  is_succeeded boolean := is_success IS TRUE;
  is_failed boolean := is_success IS FALSE;
  verdict text;
BEGIN
  IF task.retry_of IS NOT NULL OR task.goal IS NOT NULL OR task.is_local THEN RETURN; END IF;
  SELECT * INTO rollout FROM recording_rollouts r WHERE r.recording_id = task.recording_id AND r.state = 'running';
  IF NOT FOUND OR task.created_at < rollout.started_at THEN RETURN; END IF;
  SELECT v.version = rollout.version INTO is_new FROM recording_versions v
  WHERE v.id = task.recording_version_id AND v.version IN (rollout.version, rollout.base_version);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM recordings r WHERE r.id = task.recording_id FOR NO KEY UPDATE;
  is_lost := is_success IS NULL AND NOT EXISTS (SELECT FROM tasks t WHERE t.id = task.id AND t.status = 'cancelled');
  UPDATE recording_rollouts r SET
    taken = CASE WHEN r.first_tasks IS NULL OR NOT is_new THEN r.taken
      WHEN is_succeeded AND r.new_succeeded = 0 THEN greatest(r.taken - r.new_lost, 0)
      WHEN is_success IS NULL AND (r.new_succeeded > 0 OR NOT is_lost) THEN greatest(r.taken - 1, 0)
      ELSE r.taken END,
    new_succeeded = r.new_succeeded + (is_new AND is_succeeded)::int,
    new_failed = r.new_failed + (is_new AND is_failed)::int,
    new_lost = r.new_lost + (is_new AND is_lost)::int,
    old_succeeded = r.old_succeeded + (NOT is_new AND is_succeeded)::int,
    old_failed = r.old_failed + (NOT is_new AND is_failed)::int,
    old_lost = r.old_lost + (NOT is_new AND is_lost)::int
  WHERE r.id = rollout.id AND r.state = 'running' RETURNING * INTO rollout;
  IF NOT FOUND THEN RETURN; END IF;
  verdict := judge_rollout(rollout);
  IF verdict IS NOT NULL THEN PERFORM end_rollout(rollout.id, verdict); END IF;
END $$;
