-- Trigger: adds the sizes of new steps to their attempts and accounts.
-- Locks: for each attempt its row, then one row of storage_uses.
-- requires: count_of_attempt
CREATE OR REPLACE FUNCTION count_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, sum(octet_length(to_jsonb(added)::text))::bigint, 0)
  FROM added GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON steps REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_steps();
