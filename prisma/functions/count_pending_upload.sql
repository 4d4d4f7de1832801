-- Trigger: counts the bytes of an upload from its start. The rows of its files count instead once
-- the transaction that ends the upload commits.
-- Locks: one row of storage_uses.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_pending_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_storage(OLD.account_id, -OLD.bytes); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_storage(NEW.account_id, NEW.bytes); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE OR UPDATE OF bytes ON pending_uploads
  FOR EACH ROW EXECUTE FUNCTION count_pending_upload();
