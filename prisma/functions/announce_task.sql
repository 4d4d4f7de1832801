-- Trigger: an event for each new status of a task. Debug sessions have their own events.
-- Locks: none.
-- requires: event_of_task, note_event
CREATE OR REPLACE FUNCTION announce_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(NEW.account_id, 'task', event_of_task(NEW));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_status AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.kind = 'task') EXECUTE FUNCTION announce_task();
