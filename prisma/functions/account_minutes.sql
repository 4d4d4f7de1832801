-- Minutes of the account's attempts that began within the last 24 hours, each from its claim to its
-- end, or until now if it still runs. Attempts of deleted tasks count too (keep_minutes).
-- Locks: none.
CREATE OR REPLACE FUNCTION account_minutes(account uuid) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT (
    (SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, clock_timestamp()) - allocated_at)), 0)
     FROM attempts WHERE account_id = account AND allocated_at > now() - interval '24 h')
    + (SELECT coalesce(sum(seconds), 0)
       FROM deleted_attempts WHERE account_id = account AND allocated_at > now() - interval '24 h')
  ) / 60
$$;
