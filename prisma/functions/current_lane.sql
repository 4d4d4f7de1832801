-- Name of the pg-boss queue that holds the permits of an account. It may change at any time, so
-- senders call lane_of.
-- Locks: none.
CREATE OR REPLACE FUNCTION current_lane(account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'permits' || coalesce('.' || worker_label, '') FROM accounts WHERE id = account
$$;
