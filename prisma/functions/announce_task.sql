-- Trigger: an event for each status of a task. Debug sessions have their own events.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(NEW.account_id, 'task', jsonb_build_object('task_id', NEW.id, 'recording_id', NEW.recording_id,
    'endpoint_name', NEW.endpoint_name, 'status', NEW.status, 'attempt', NEW.lease_epoch, 'error_class', NEW.error_class));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_new AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.status IN ('queued', 'allocated') AND NEW.kind = 'task') EXECUTE FUNCTION announce_task();

CREATE OR REPLACE TRIGGER announce_status AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.kind = 'task') EXECUTE FUNCTION announce_task();
