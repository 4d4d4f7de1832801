-- Trigger: adds the size of a task's output, or the change in size after an update.
-- Locks: one row of storage_uses.
-- requires: add_storage, bytes_of_row
CREATE OR REPLACE FUNCTION count_output() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(account_id, bytes_of_row(NEW.output_data::text, NEW.for_loop_status::text)
    - CASE TG_OP WHEN 'UPDATE' THEN bytes_of_row(OLD.output_data::text, OLD.for_loop_status::text) ELSE 0 END)
  FROM tasks WHERE id = NEW.task_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR UPDATE ON task_outputs FOR EACH ROW EXECUTE FUNCTION count_output();
