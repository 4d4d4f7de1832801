-- Trigger: subtracts the files of a deleted demo from its account while their rows still exist.
-- Locks: one row of storage_uses.
-- requires: add_storage
CREATE OR REPLACE FUNCTION free_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -(SELECT coalesce(sum(size), 0) FROM demo_files WHERE demo_id = OLD.id)::bigint);
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER free_storage BEFORE DELETE ON demos FOR EACH ROW EXECUTE FUNCTION free_demo();
