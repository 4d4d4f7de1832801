-- Whether a worker takes tasks of an account. A worker with the label `default`, or with no labels
-- at all, serves accounts without a label. A worker that an operator drains serves none.
-- Locks: none.
CREATE OR REPLACE FUNCTION is_served(account uuid, worker text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN w.is_draining THEN false WHEN a.worker_label IS NULL THEN 'default' = ANY(w.labels) OR w.labels = '{}'
    ELSE a.worker_label = ANY(w.labels) END
  FROM accounts a, (
    SELECT coalesce((SELECT labels FROM workers WHERE id = worker), '{}') labels,
      EXISTS (SELECT FROM workers WHERE id = worker AND drain IS NOT NULL) is_draining) w WHERE a.id = account
$$;
