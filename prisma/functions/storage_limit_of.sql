-- How many bytes an account may store: its own limit, or the usual one. 0 and null both mean no
-- limit; the function then returns null.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_limit_of(account uuid, usual_limit bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT nullif(coalesce(storage_limit_bytes, usual_limit), 0) FROM accounts WHERE id = account
$$;
