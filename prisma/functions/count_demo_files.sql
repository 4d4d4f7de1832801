-- Trigger: adds the sizes of new files of demos to their accounts.
-- Locks: one row of storage_uses for each account.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_demo_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(d.account_id, sum(f.size)::bigint)
  FROM added f JOIN demos d ON d.id = f.demo_id GROUP BY d.account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT ON demo_files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_demo_files();
