-- Trigger: decides which version a new task runs during a roll-out of its recording. A share is
-- taken by a hash of the task's id; the first tasks take their places from the roll-out's row and
-- return them if they end without a result (count_rollout). A retry keeps the version of the task
-- that it retries. Goals and local tasks run the current version, and a submission that names
-- another version gets that one.
-- Locks: roll-out, only while places of first_tasks are left.
CREATE OR REPLACE FUNCTION pick_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rollout recording_rollouts;
  kept int;
  is_new boolean;
BEGIN
  SELECT r.* INTO rollout FROM recording_rollouts r
  JOIN recording_versions v ON v.recording_id = r.recording_id AND v.version = r.version
  WHERE r.recording_id = NEW.recording_id AND r.state = 'running' AND v.id = NEW.recording_version_id;
  IF NOT FOUND THEN RETURN NEW; END IF;
  SELECT v.version INTO kept FROM tasks t JOIN recording_versions v ON v.id = t.recording_version_id
  WHERE t.id = NEW.retry_of AND v.recording_id = NEW.recording_id AND v.version IN (rollout.version, rollout.base_version);
  IF kept IS NOT NULL THEN
    is_new := kept = rollout.version;
  ELSIF rollout.percent IS NOT NULL THEN
    is_new := ('x' || left(md5(NEW.id::text), 8))::bit(32)::bigint % 100 < rollout.percent;
  ELSIF NEW.retry_of IS NOT NULL OR rollout.taken >= rollout.first_tasks THEN
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
