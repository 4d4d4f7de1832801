-- Returns the name of the pg-boss queue that holds the permits of an account, and keeps it from
-- changing until the commit.
-- Locks: advisory 2 of the account, shared. set_worker_label takes it exclusively.
-- requires: current_lane
CREATE OR REPLACE FUNCTION lane_of(account uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(2, hashtext(account::text));
  RETURN current_lane(account);
END $$;
