-- Trigger: an event when settings of a recording change or it is deleted.
-- Locks: none.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(NEW.account_id, 'recording', jsonb_build_object('recording_id', NEW.id,
    'endpoint_name', NEW.endpoint_name, 'version', NEW.current_version,
    'change', CASE WHEN NEW.deleted_at IS NULL THEN 'settings_changed' ELSE 'deleted' END));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_change AFTER UPDATE ON recordings FOR EACH ROW
  -- A change to a recording that stays deleted concerns nobody.
  WHEN ((OLD.deleted_at IS NULL OR NEW.deleted_at IS NULL)
    AND (OLD.deleted_at, OLD.endpoint_name, OLD.description, OLD.workspace_id, OLD.is_marketplace, OLD.callback_url,
      OLD.notification_emails)
    IS DISTINCT FROM (NEW.deleted_at, NEW.endpoint_name, NEW.description, NEW.workspace_id, NEW.is_marketplace,
      NEW.callback_url, NEW.notification_emails))
  EXECUTE FUNCTION announce_recording();
