-- Trigger: adds the sizes of new artifacts to their attempts and accounts, and subtracts those of
-- deleted ones.
-- Locks: for each attempt its row, then one row of storage_uses.
-- requires: count_of_attempt
CREATE OR REPLACE FUNCTION count_artifacts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, sign * sum(1024 + size)::bigint, sign * count(*)::int)
  FROM changed GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON artifacts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();

CREATE OR REPLACE TRIGGER free_storage AFTER DELETE ON artifacts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();
