-- Adds bytes to what an account stores; negative bytes are subtracted. An account has several rows
-- in storage_uses, and their sum counts. Each transaction changes a row that no other has locked,
-- so writers of one account do not wait for each other. Does nothing for an account that is being
-- deleted.
-- Locks: one row of storage_uses.
CREATE OR REPLACE FUNCTION add_storage(account uuid, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF amount = 0 THEN RETURN; END IF;
  UPDATE storage_uses SET bytes = bytes + amount
  WHERE id = (SELECT id FROM storage_uses WHERE account_id = account LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO storage_uses (account_id, bytes) SELECT id, amount FROM accounts WHERE id = account;
  END IF;
END $$;
