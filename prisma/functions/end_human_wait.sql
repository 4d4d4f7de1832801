-- Trigger: when an attempt ends, ends its wait for a person and erases what the person sent.
-- Locks: the row of the wait.
CREATE OR REPLACE FUNCTION end_human_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE human_waits SET ended_at = coalesce(ended_at, clock_timestamp()), outcome = coalesce(outcome, 'ended'), variables = NULL
  WHERE task_id = NEW.id AND lease_epoch = OLD.lease_epoch AND (ended_at IS NULL OR variables IS NOT NULL);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tasks_left AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IN ('allocated', 'running') AND NEW.status NOT IN ('allocated', 'running'))
  EXECUTE FUNCTION end_human_wait();
