-- Adds a final task to the statistics of the hour or day in which it ended. The same figures may
-- have several rows, and their sum counts. Each transaction changes a row that no other has locked,
-- so tasks that end at the same time do not wait for each other. A row that is in the totals of its
-- bucket (statistic_totals) no longer changes.
-- Locks: one row of task_statistics, without waiting for it; for a new row the key of the account,
-- like the insert of a task.
-- requires: count_in_bin
CREATE OR REPLACE FUNCTION add_ending(task tasks, ended_in statistic_span, waited bigint, lasted bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := date_trunc(ended_in::text, task.completed_at, 'UTC');
  -- A worker may report any finite number. The limit keeps sums finite.
  cost float := least(coalesce((task.model_usage->>'cost_usd')::float, 0), 1e12);
BEGIN
  UPDATE task_statistics s SET tasks = s.tasks + 1,
    wait_ms = s.wait_ms + coalesce(waited, 0), wait_bins = count_in_bin(s.wait_bins, waited),
    duration_ms = s.duration_ms + coalesce(lasted, 0), duration_bins = count_in_bin(s.duration_bins, lasted),
    cost_usd = s.cost_usd + cost
  WHERE s.id = (
    SELECT o.id FROM task_statistics o
    WHERE o.account_id = task.account_id AND o.span = ended_in AND o.starts_at = since
      AND o.recording_id = task.recording_id AND o.status = task.status AND o.endpoint_name = task.endpoint_name
      AND o.error_class IS NOT DISTINCT FROM task.error_class AND NOT o.is_in_total
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF FOUND THEN RETURN; END IF;
  INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, error_class, tasks,
    wait_ms, wait_bins, duration_ms, duration_bins, cost_usd)
  VALUES (task.account_id, ended_in, since, task.recording_id, task.endpoint_name, task.status, task.error_class, 1,
    coalesce(waited, 0), count_in_bin('{}', waited), coalesce(lasted, 0), count_in_bin('{}', lasted), cost);
END $$;
