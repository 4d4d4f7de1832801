-- Trigger: an event when a task starts or stops waiting for a person.
-- Locks: none.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_wait() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  common jsonb := jsonb_build_object('task_id', NEW.task_id, 'attempt', NEW.lease_epoch, 'node_path', NEW.node_path);
BEGIN
  PERFORM note_event(t.account_id, CASE WHEN NEW.ended_at IS NULL THEN 'waiting_for_human' ELSE 'wait_ended' END,
    CASE WHEN NEW.ended_at IS NULL THEN common || jsonb_build_object('until', NEW.wait_until)
      ELSE common || jsonb_build_object('outcome', NEW.outcome) END)
  FROM tasks t WHERE t.id = NEW.task_id AND t.kind = 'task';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_begin AFTER INSERT ON human_waits FOR EACH ROW EXECUTE FUNCTION announce_wait();

CREATE OR REPLACE TRIGGER announce_end AFTER UPDATE OF ended_at ON human_waits FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION announce_wait();
