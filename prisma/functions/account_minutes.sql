-- Minutes of the account's attempts that began within the last 24 hours, each from its claim to its
-- end, or until now if it still runs.
-- Locks: none.
CREATE OR REPLACE FUNCTION account_minutes(account uuid) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, clock_timestamp()) - allocated_at)), 0) / 60
  FROM attempts WHERE account_id = account AND allocated_at > now() - interval '24 h'
$$;
