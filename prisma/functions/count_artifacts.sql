-- Trigger: adds the sizes of new artifacts to their attempts and accounts.
-- requires: count_of_attempt
CREATE OR REPLACE FUNCTION count_artifacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, sum(1024 + size)::bigint, count(*)::int)
  FROM changed GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON artifacts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();
