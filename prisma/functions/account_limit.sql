-- How many tasks of the fleet an account may run at once: its own limit, or the default of the
-- installation, or the usual limit (usual_account_limit). 0 while it is paused, and when its
-- minutes of the last 24 hours are used up. Null for no limit.
-- Locks: none. Call account_room to decide a claim.
-- requires: account_minutes, usual_account_limit
CREATE OR REPLACE FUNCTION account_limit(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN is_paused THEN 0 WHEN minutes > 0 AND minutes <= account_minutes(account) THEN 0
    WHEN running IS NULL THEN usual_account_limit(account) ELSE nullif(running, 0) END
  FROM (
    SELECT a.pause IS NOT NULL is_paused, coalesce(a.max_running, d.max_running) running, coalesce(a.max_minutes_per_day, d.max_minutes_per_day) minutes
    FROM accounts a LEFT JOIN account_defaults d ON d.id = 1 WHERE a.id = account
  ) own
$$;
