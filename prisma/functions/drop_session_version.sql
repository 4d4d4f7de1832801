-- Trigger: deletes the automation of a deleted debug session, and subtracts its size.
-- Locks: as add_storage.
-- requires: add_storage
CREATE OR REPLACE FUNCTION drop_session_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -coalesce((SELECT 1024 + octet_length(automation::text)
    FROM recording_versions WHERE id = OLD.recording_version_id), 0)::bigint);
  DELETE FROM recording_versions WHERE id = OLD.recording_version_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER drop_version AFTER DELETE ON debug_sessions FOR EACH ROW
  EXECUTE FUNCTION drop_session_version();
