-- Trigger: adds a task to the statistics of its account in the statement that makes it final,
-- whatever the cause. Its wait ends with its first attempt, its duration begins with the start of
-- its last one. Deleting the task later changes nothing here. Debug sessions are not counted.
-- Locks: as add_ending.
-- requires: add_ending
CREATE OR REPLACE FUNCTION count_ending() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first_attempt timestamptz;
  waited bigint;
  lasted bigint;
BEGIN
  SELECT a.allocated_at INTO first_attempt FROM attempts a WHERE a.task_id = NEW.id ORDER BY a.lease_epoch LIMIT 1;
  waited := greatest(0, 1000 * extract(epoch FROM first_attempt - NEW.created_at));
  lasted := greatest(0, 1000 * extract(epoch FROM NEW.completed_at - NEW.started_at));
  IF first_attempt IS NULL THEN waited := NULL; END IF;
  IF NEW.started_at IS NULL THEN lasted := NULL; END IF;
  PERFORM add_ending(NEW, 'hour', waited, lasted), add_ending(NEW, 'day', waited, lasted);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_ending AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status NOT IN ('success', 'failed', 'cancelled') AND NEW.status IN ('success', 'failed', 'cancelled')
    AND NEW.kind = 'task')
  EXECUTE FUNCTION count_ending();
