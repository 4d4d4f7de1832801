-- Removes the first permits that are parked for an account, as many as it may start now, and
-- returns them for the caller to send. At most 500 at a time.
-- Locks: as account_room; then the parked permits, skipping those that another transaction is
-- taking.
-- Keeps: I6.
-- requires: account_room, take_parked
CREATE OR REPLACE FUNCTION settle_account(account uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE room int := account_room(account);
BEGIN
  RETURN take_parked(ARRAY(
    SELECT id FROM parked_permits WHERE account_id = account ORDER BY tag
    LIMIT least(500, greatest(0, coalesce(room, 500))) FOR UPDATE SKIP LOCKED));
END $$;
