-- Returns whether a recording is not deleted; if so, it cannot be deleted until the transaction
-- ends.
-- Locks: the recording, so call it after storing the task.
CREATE OR REPLACE FUNCTION keep_recording(wanted uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM recordings r WHERE r.id = wanted AND r.deleted_at IS NULL FOR KEY SHARE;
  RETURN FOUND;
END $$;
