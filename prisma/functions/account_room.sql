-- How many more tasks an account may start now. Null for no limit; may be negative after a limit
-- was lowered.
-- Locks: advisory 3 of the account until the transaction ends, but only if the account has a limit.
-- Claims of such an account therefore run one at a time. The limit is read again after the lock is
-- taken, because it may have changed during the wait.
-- Keeps: I5.
-- requires: account_limit, account_running
CREATE OR REPLACE FUNCTION account_room(account uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE at_most int := account_limit(account);
BEGIN
  IF at_most IS NULL THEN RETURN NULL; END IF;
  IF NOT pg_try_advisory_xact_lock(3, hashtext(account::text)) THEN
    PERFORM pg_advisory_xact_lock(3, hashtext(account::text));
    at_most := account_limit(account);
  END IF;
  RETURN at_most - account_running(account);
END $$;
