-- How many more tasks an account may start now. Null for no limit; may be negative after a limit
-- was lowered.
-- Locks: advisory 3 of the account until the transaction ends, shared if the account has no limit.
-- Claims of an account with a limit therefore run one at a time. The limit is read again after the
-- lock is taken, because it may have changed during the wait. A pause begins only after the claims
-- that did not see it: it takes the lock exclusively.
-- Keeps: I5.
-- requires: account_limit, account_running
CREATE OR REPLACE FUNCTION account_room(account uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE at_most int := account_limit(account);
BEGIN
  IF at_most IS NULL THEN
    PERFORM pg_advisory_xact_lock_shared(3, hashtext(account::text));
    IF (SELECT pause IS NOT NULL FROM accounts WHERE id = account) THEN RETURN 0; END IF;
    RETURN NULL;
  END IF;
  IF NOT pg_try_advisory_xact_lock(3, hashtext(account::text)) THEN
    PERFORM pg_advisory_xact_lock(3, hashtext(account::text));
    at_most := account_limit(account);
  END IF;
  IF (SELECT pause IS NOT NULL FROM accounts WHERE id = account) THEN at_most := 0; END IF;
  RETURN at_most - account_running(account);
END $$;
