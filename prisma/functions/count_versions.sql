-- Trigger: adds the sizes of new versions of recordings to their accounts.
-- Locks: one row of storage_uses for each account.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(r.account_id, sum(1024 + octet_length(v.automation::text))::bigint)
  FROM added v JOIN recordings r ON r.id = v.recording_id GROUP BY r.account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON recording_versions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_versions();
