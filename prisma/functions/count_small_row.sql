-- Trigger for rows that have an account but no size column: each row counts 1 KiB.
-- Locks: one row of storage_uses.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_small_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_storage(NEW.account_id, 1024);
  ELSE
    PERFORM add_storage(OLD.account_id, -1024);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE ON callback_deliveries FOR EACH ROW EXECUTE FUNCTION count_small_row();

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE ON demos FOR EACH ROW EXECUTE FUNCTION count_small_row();

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION count_small_row();

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION count_small_row();

CREATE OR REPLACE TRIGGER count_storage AFTER INSERT OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION count_small_row();
