-- Trigger: an event for each version of a recording; the first one creates the recording. None for
-- the automations of debug sessions, which belong to a recording that was never listed.
-- Locks: none.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(r.account_id, 'recording', jsonb_build_object('recording_id', r.id, 'endpoint_name', r.endpoint_name,
    'version', NEW.version, 'change', CASE WHEN NEW.restored_from IS NOT NULL THEN 'rolled_back'
      WHEN NEW.version = 1 THEN 'created' ELSE 'new_version' END))
  FROM recordings r WHERE r.id = NEW.recording_id AND r.deleted_at IS NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_version AFTER INSERT ON recording_versions FOR EACH ROW
  EXECUTE FUNCTION announce_version();
