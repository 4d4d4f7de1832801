-- Trigger: subtracts the versions of a deleted recording from its account while their rows still
-- exist.
-- Locks: one row of storage_uses.
-- requires: add_storage
CREATE OR REPLACE FUNCTION free_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -(SELECT coalesce(sum(1024 + octet_length(automation::text)), 0)
    FROM recording_versions WHERE recording_id = OLD.id)::bigint);
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER free_storage BEFORE DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION free_recording();
