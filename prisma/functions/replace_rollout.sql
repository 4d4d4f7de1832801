-- Trigger: a new version of a recording ends its running roll-out, because all tasks run the new
-- version from then on. The statement that inserts the version has locked the recording.
-- Locks: roll-out.
CREATE OR REPLACE FUNCTION replace_rollout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recording_rollouts r SET state = 'replaced', ended_at = clock_timestamp()
  WHERE r.recording_id = NEW.recording_id AND r.state = 'running';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER replace_rollout AFTER INSERT ON recording_versions FOR EACH ROW
  EXECUTE FUNCTION replace_rollout();
