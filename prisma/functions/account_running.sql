-- How many tasks of the account are held by workers. Tasks of local inference servers do not count,
-- because they do not run on the fleet.
-- Locks: none.
CREATE OR REPLACE FUNCTION account_running(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM tasks WHERE account_id = account AND status IN ('allocated', 'running') AND NOT is_local
$$;
