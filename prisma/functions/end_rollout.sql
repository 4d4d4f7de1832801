-- Ends a running roll-out as `completed`, `promoted`, `returned` or `stopped`. The last two make
-- the automation of its base version current again, as a new version. The caller has locked the
-- recording. Returns false if the roll-out has already ended.
-- Locks: roll-out.
CREATE OR REPLACE FUNCTION end_rollout(target uuid, ending text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  rollout recording_rollouts;
BEGIN
  UPDATE recording_rollouts r SET state = ending, ended_at = clock_timestamp()
  WHERE r.id = target AND r.state = 'running' RETURNING * INTO rollout;
  IF NOT FOUND THEN RETURN false; END IF;
  IF ending IN ('returned', 'stopped') THEN
    WITH changed AS (
      UPDATE recordings r SET current_version = r.current_version + 1, updated_at = clock_timestamp()
      WHERE r.id = rollout.recording_id AND r.deleted_at IS NULL RETURNING r.id, r.current_version
    )
    INSERT INTO recording_versions (id, recording_id, version, automation, portal, restored_from, comment)
    SELECT gen_random_uuid(), c.id, c.current_version, v.automation, v.portal, v.version,
      format('The roll-out of version %s was %s.', rollout.version, ending)
    FROM changed c JOIN recording_versions v ON v.recording_id = c.id AND v.version = rollout.base_version;
  END IF;
  RETURN true;
END $$;
