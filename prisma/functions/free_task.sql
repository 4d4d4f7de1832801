-- Trigger: subtracts everything that a deleted task stored from its account. The rows of its files,
-- steps, outputs and continuation are deleted with it, and their own triggers no longer find the task or the
-- account. Input files that retention has deleted are already subtracted.
-- Locks: one row of storage_uses.
-- requires: add_storage, bytes_of_row
CREATE OR REPLACE FUNCTION free_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -(
    bytes_of_row(OLD.input_parameters::text, OLD.secure_parameters, OLD.rdp_parameter, OLD.goal)
    + (SELECT coalesce(sum(stored_bytes), 0) FROM attempts WHERE task_id = OLD.id)
    + (SELECT coalesce(sum(size), 0) FROM input_files WHERE task_id = OLD.id AND OLD.deleted_files IS NULL)
    + (SELECT coalesce(sum(bytes_of_row(output_data::text, for_loop_status::text)), 0)
       FROM task_outputs WHERE task_id = OLD.id)
    + (SELECT coalesce(sum(bytes_of_row(start, reached)), 0)
       FROM task_continuations WHERE task_id = OLD.id))::bigint);
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER free_storage BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION free_task();
