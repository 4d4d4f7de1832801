-- Trigger: decides which version a new task runs during a roll-out of its recording. A share is
-- taken by a hash of the task's id; the first tasks take their places from the roll-out's row and
-- return them if they end without a result (count_rollout). A retry keeps the version of the task
-- that it retries; if that was neither of the two, it runs the base version. A submission was
-- prepared with the current version: if a roll-out of that version has ended since without making it
-- the version of all tasks, the task runs the base version. Goals and local tasks run the current
-- version.
-- Locks: roll-out, only while places of first_tasks are left.
CREATE OR REPLACE FUNCTION pick_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rollout recording_rollouts;
  is_new boolean;
BEGIN
  -- Most recordings have none.
  IF NOT EXISTS (SELECT FROM recording_rollouts WHERE recording_id = NEW.recording_id) THEN RETURN NEW; END IF;
  SELECT r.* INTO rollout FROM recording_rollouts r
  JOIN recording_versions v ON v.recording_id = r.recording_id AND v.version = r.version
  WHERE r.recording_id = NEW.recording_id AND v.id = NEW.recording_version_id
  ORDER BY r.started_at DESC LIMIT 1;
  IF NOT FOUND OR rollout.state IN ('completed', 'promoted') THEN RETURN NEW; END IF;
  IF rollout.state <> 'running' THEN
    is_new := false;
  ELSIF NEW.retry_of IS NOT NULL THEN
    is_new := EXISTS (SELECT FROM tasks t WHERE t.id = NEW.retry_of AND t.recording_version_id = NEW.recording_version_id);
  ELSIF rollout.percent IS NOT NULL THEN
    is_new := ('x' || left(md5(NEW.id::text), 8))::bit(32)::bigint % 100 < rollout.percent;
  ELSIF rollout.taken >= rollout.first_tasks THEN
    is_new := false;
  ELSE
    UPDATE recording_rollouts r SET taken = r.taken + 1
    WHERE r.id = rollout.id AND r.state = 'running' AND r.taken < r.first_tasks;
    is_new := FOUND;
  END IF;
  IF NOT is_new THEN
    SELECT v.id, coalesce((v.automation->'max_retries')::int, 0)
    INTO NEW.recording_version_id, NEW.max_automation_retries
    FROM recording_versions v WHERE v.recording_id = NEW.recording_id AND v.version = rollout.base_version;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER pick_version BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.goal IS NULL AND NOT NEW.is_local) EXECUTE FUNCTION pick_version();
