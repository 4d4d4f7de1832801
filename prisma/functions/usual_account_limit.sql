-- How many tasks an account without its own limit or a default may run at once. If another
-- account that may submit shares a worker with it: the slots of its workers minus one, which stays
-- free for others. Null for no limit: no other account shares a worker, the fleet has a single
-- slot, or a worker did not report its slots.
-- Locks: none.
CREATE OR REPLACE FUNCTION usual_account_limit(account uuid) RETURNS int LANGUAGE sql STABLE AS $$
  WITH fleet AS MATERIALIZED (
    SELECT slots, served FROM workers, LATERAL (SELECT CASE WHEN labels = '{}' THEN ARRAY['default'] ELSE labels END served) s
    WHERE ended_at IS NULL AND drain IS NULL AND last_seen_at > now() - interval '60 s'
      AND (SELECT coalesce(worker_label, 'default') FROM accounts WHERE id = account) = ANY(served)
  )
  SELECT (sum(slots) - 1)::int FROM fleet
  HAVING bool_and(slots IS NOT NULL) AND sum(slots) > 1 AND EXISTS (
    SELECT FROM api_keys k JOIN accounts other ON other.id = k.account_id
    WHERE k.account_id <> account AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND 'submit' = ANY(k.scopes)
      AND EXISTS (SELECT FROM fleet WHERE coalesce(other.worker_label, 'default') = ANY(served)))
$$;
