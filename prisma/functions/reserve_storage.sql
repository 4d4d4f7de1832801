-- Decides whether an account may store `adding` more bytes under its own limit and that of the
-- whole installation. A null limit is no limit. Returns in full_of whose limit is reached
-- (`account`, `installation`) or null, and the bytes in used and allowed.
-- Locks: the storage of the account, and that of the installation: shared while it is far from
-- full, exclusively in its last tenth. The caller stores the bytes in the same transaction, so that
-- two callers cannot use the same room.
-- Raises serialization_failure if the installation filled up during the wait: repeat the
-- transaction.
-- requires: storage_limit_of, storage_of, storage_of_all
CREATE OR REPLACE FUNCTION reserve_storage(account uuid, adding bigint, usual_limit bigint, total_limit bigint,
  OUT full_of text, OUT used bigint, OUT allowed bigint) LANGUAGE plpgsql AS $$
DECLARE
  is_near boolean;
BEGIN
  allowed := storage_limit_of(account, usual_limit);
  IF allowed IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('storage of ' || account, 0));
    used := storage_of(account);
    IF used + adding > allowed THEN
      full_of := 'account';
      RETURN;
    END IF;
  END IF;
  IF total_limit IS NULL THEN RETURN; END IF;
  allowed := total_limit;
  -- Far from the limit nothing waits: a hundred of these at once cannot use up the last tenth.
  is_near := adding > total_limit / 1000 OR storage_of_all() > total_limit / 10 * 9;
  IF is_near THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('storage of all', 0));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('storage of all', 0));
  END IF;
  used := storage_of_all();
  IF NOT is_near AND used > total_limit / 10 * 9 THEN
    RAISE EXCEPTION 'The storage filled up meanwhile.' USING ERRCODE = 'serialization_failure';
  END IF;
  IF used + adding > total_limit THEN full_of := 'installation'; END IF;
END $$;
