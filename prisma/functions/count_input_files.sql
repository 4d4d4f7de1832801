-- Trigger: adds the sizes of new input files to the accounts of their tasks.
-- Locks: one row of storage_uses for each account.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_input_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(t.account_id, sum(f.size)::bigint)
  FROM added f JOIN tasks t ON t.id = f.task_id GROUP BY t.account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON input_files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_input_files();
