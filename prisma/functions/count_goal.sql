-- Trigger: adds the change in length of a task's goal, which is stored right after the task's row.
-- Locks: one row of storage_uses.
-- requires: add_storage, bytes_of_row
CREATE OR REPLACE FUNCTION count_goal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(NEW.account_id, bytes_of_row(NEW.goal) - bytes_of_row(OLD.goal));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_goal AFTER UPDATE OF goal ON tasks FOR EACH ROW EXECUTE FUNCTION count_goal();
