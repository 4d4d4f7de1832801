-- Trigger: takes the sizes of deleted artifacts from their attempts and accounts.
-- requires: count_of_attempt
CREATE OR REPLACE FUNCTION free_artifacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, -sum(1024 + size)::bigint, -count(*)::int)
  FROM changed GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER free_storage AFTER DELETE ON artifacts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION free_artifacts();
