-- Minutes that attempts of the account lasted, from claim to end (or until now), over the attempts that began within the last
-- 24 hours.
-- Locks: none.
CREATE OR REPLACE FUNCTION account_minutes(account uuid) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, clock_timestamp()) - allocated_at)), 0) / 60
  FROM attempts WHERE account_id = account AND allocated_at > now() - interval '24 h'
$$;
