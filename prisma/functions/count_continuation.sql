-- Trigger: adds the size of where a task starts and could be continued, or the change in size after
-- an update.
-- Locks: one row of storage_uses.
-- requires: add_storage, bytes_of_row
CREATE OR REPLACE FUNCTION count_continuation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(account_id, bytes_of_row(NEW.start, NEW.reached)
    - CASE TG_OP WHEN 'UPDATE' THEN bytes_of_row(OLD.start, OLD.reached) ELSE 0 END)
  FROM tasks WHERE id = NEW.task_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR UPDATE ON task_continuations FOR EACH ROW EXECUTE FUNCTION count_continuation();
