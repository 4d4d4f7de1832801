-- Adds bytes and files to what an attempt stored, and the bytes to its account. Both may be
-- negative.
-- Locks: the attempt, then a row of storage_uses.
-- requires: add_storage
CREATE OR REPLACE FUNCTION count_of_attempt(task uuid, epoch int, amount bigint, files int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE attempts SET stored_bytes = stored_bytes + amount, stored_files = stored_files + files
  WHERE task_id = task AND lease_epoch = epoch;
  PERFORM add_storage(account_id, amount) FROM tasks WHERE id = task;
END $$;
