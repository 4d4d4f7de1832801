-- Trigger: adds the sizes of new tasks to their accounts.
-- Locks: one row of storage_uses for each account.
-- requires: add_storage, bytes_of_row
CREATE OR REPLACE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(account_id, sum(bytes_of_row(input_parameters::text, secure_parameters, rdp_parameter, goal))::bigint)
  FROM added GROUP BY account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON tasks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_tasks();
