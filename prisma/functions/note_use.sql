-- Trigger: notes whether a login queue has waiting or running tasks, so that the queues in use are
-- found among the many that only have ended tasks. The counters themselves are in no index: one
-- would have to be changed with each of them.
-- Locks: none besides the row of the login queue, which the caller holds.
CREATE OR REPLACE FUNCTION note_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_in_use := NOT NEW.is_in_use;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER note_use BEFORE UPDATE OF waiting, running ON login_queues FOR EACH ROW
  WHEN (NEW.is_in_use <> (NEW.waiting > 0 OR NEW.running > 0))
  EXECUTE FUNCTION note_use();
