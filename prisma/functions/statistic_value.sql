-- The value of a grouping (statistic_totals.grouping) in a row: empty without an error class, and for
-- all tasks, which have no grouping.
-- Locks: none.
CREATE OR REPLACE FUNCTION statistic_value(counted task_statistics, by text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE by WHEN 'status' THEN counted.status::text WHEN 'endpoint_name' THEN counted.endpoint_name
    WHEN 'error_class' THEN counted.error_class WHEN 'recording_id' THEN counted.recording_id::text END, '')
$$;
