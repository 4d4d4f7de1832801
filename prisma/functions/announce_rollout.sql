-- Trigger: an event when a roll-out starts or ends.
-- Locks: none.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_rollout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(r.account_id, 'recording', jsonb_build_object('recording_id', r.id, 'endpoint_name', r.endpoint_name,
    'version', NEW.version, 'change', 'rollout', 'rollout_state', NEW.state))
  FROM recordings r WHERE r.id = NEW.recording_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_start AFTER INSERT ON recording_rollouts FOR EACH ROW
  EXECUTE FUNCTION announce_rollout();

CREATE OR REPLACE TRIGGER announce_state AFTER UPDATE OF state ON recording_rollouts FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION announce_rollout();
