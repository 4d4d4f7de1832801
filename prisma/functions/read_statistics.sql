-- The figures of an account from `since` to `before`, by hour or day. They are read in one snapshot,
-- because rows move from task_statistics to statistic_totals. `parts` cover the same range with fewer
-- rows: its whole days, and the hours around them. A bucket is open if it has rows that are not yet in
-- its total. Place 0 stands for all tasks. Returns rows of these kinds:
--   too_many   the only row: more than max_counted totals would be counted to find the largest groups
--   group      a value of the grouping `by` and its place: from 1 on, largest first, then by the bytes of
--              the value. At most max_groups that have at most max_figures figures, but at least one.
--              `number` is how many values there are
--   open       what is not yet in the totals of a bucket of the range or of a part, by value
--   all        figures, as responses contain them, of `number` consecutive closed buckets from starts_at
--              on: at most 100, because clients copy long values repeatedly
--   figures    figures of the closed buckets of a group that follow this number of open buckets, oldest
--              first
--   sum        the totals of the parts by place
--   continued  the totals of open buckets, by place
-- If the range is its only part, `all` and `figures` have the sums of their buckets, and no `sum`
-- follows. Bins of `open` are the JSON of several rows, the others runs (statistic_run) in base64.
-- Locks: none.
-- requires: statistic_run, statistic_value
CREATE OR REPLACE FUNCTION read_statistics(account uuid, bucket statistic_span, since timestamptz, before timestamptz,
  part_spans statistic_span[], part_starts timestamptz[], part_ends timestamptz[], by text, max_groups int,
  max_figures int, max_counted int)
RETURNS TABLE (kind text, place int, value text, number int, span statistic_span, starts_at timestamptz,
  success float, failed float, cancelled float, wait_ms float, wait_bins text, duration_ms float, duration_bins text,
  cost_usd float, figures text)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  width interval := make_interval(hours => CASE bucket WHEN 'hour' THEN 1 ELSE 24 END);
  is_whole boolean := part_spans = ARRAY[bucket];
  opened_at timestamptz[];
  chosen text[] := '{}';
  groupings text[];
  found int;
  counted int;
BEGIN
  opened_at := ARRAY(SELECT DISTINCT s.starts_at FROM task_statistics s
    WHERE s.account_id = account AND s.span = bucket AND s.starts_at >= since AND s.starts_at < before
      AND NOT s.is_in_total ORDER BY 1);

  IF by IS NOT NULL THEN
    WITH part AS (SELECT * FROM unnest(part_spans, part_starts, part_ends) AS part(span, since, before)),
    total AS (
      SELECT t.value, t.tasks FROM part JOIN statistic_totals t USING (span)
      WHERE t.account_id = account AND t.grouping = by AND t.starts_at >= part.since AND t.starts_at < part.before
      LIMIT max_counted + 1),
    size AS (
      SELECT value, sum(tasks) AS tasks, sum(totals) AS totals FROM (
        SELECT value, sum(tasks), count(*) FROM total GROUP BY 1
        UNION ALL
        SELECT statistic_value(s, by), sum(s.tasks), 0 FROM part JOIN task_statistics s USING (span)
        WHERE s.account_id = account AND s.starts_at >= part.since AND s.starts_at < part.before AND NOT s.is_in_total
        GROUP BY 1) AS counted(value, tasks, totals)
      GROUP BY 1),
    ranked AS (
      SELECT value, totals, row_number() OVER by_size AS place,
        sum(least(tasks, extract(epoch FROM before - since) / extract(epoch FROM width))) OVER by_size AS figures
      FROM size WINDOW by_size AS (ORDER BY tasks DESC, value COLLATE "C"))
    SELECT coalesce(array_agg(value ORDER BY place)
        FILTER (WHERE place = 1 OR place <= max_groups AND figures <= max_figures), '{}'), count(*), sum(totals)
      INTO chosen, found, counted FROM ranked;
    IF counted > max_counted THEN
      kind := 'too_many';
      RETURN NEXT;
      RETURN;
    END IF;
    RETURN QUERY SELECT 'group', key.place::int, key.value, found, NULL::statistic_span, NULL::timestamptz,
      NULL::float, NULL::float, NULL::float, NULL::float, NULL, NULL::float, NULL, NULL::float, NULL
    FROM unnest(chosen) WITH ORDINALITY AS key(value, place);
  END IF;

  RETURN QUERY SELECT 'open', NULL::int, statistic_value(s, by), NULL::int, s.span, s.starts_at,
    coalesce(sum(s.tasks) FILTER (WHERE s.status = 'success'), 0)::float,
    coalesce(sum(s.tasks) FILTER (WHERE s.status = 'failed'), 0)::float,
    coalesce(sum(s.tasks) FILTER (WHERE s.status = 'cancelled'), 0)::float,
    sum(s.wait_ms)::float, string_agg(s.wait_bins::text, ''), sum(s.duration_ms)::float,
    string_agg(s.duration_bins::text, ''), sum(s.cost_usd), NULL
  FROM (SELECT bucket, since, before
    UNION ALL SELECT * FROM unnest(part_spans, part_starts, part_ends) AS part(span) WHERE part.span <> bucket
  ) AS range(span, since, before) JOIN task_statistics s USING (span)
  WHERE s.account_id = account AND s.starts_at >= range.since AND s.starts_at < range.before AND NOT s.is_in_total
  GROUP BY 3, 5, 6;

  -- The last column has no FILTER: with one, PostgreSQL would sort its values again.
  RETURN QUERY SELECT 'all', 0, NULL, count(*)::int, NULL::statistic_span, min(closed.starts_at),
    sum(closed.success)::float, sum(closed.failed)::float, sum(closed.cancelled)::float, sum(closed.wait_ms)::float,
    encode(string_agg(statistic_run(closed.wait_bins), '') FILTER (WHERE is_whole), 'base64'),
    sum(closed.duration_ms)::float,
    encode(string_agg(statistic_run(closed.duration_bins), '') FILTER (WHERE is_whole), 'base64'),
    sum(closed.cost_usd), string_agg(closed.figures::text, ',' ORDER BY closed.starts_at)
  FROM (
    SELECT t.*, row_number() OVER (ORDER BY t.starts_at) AS bucket_number FROM statistic_totals t
    WHERE t.account_id = account AND t.span = bucket AND t.grouping = 'all' AND t.value = '' AND t.starts_at >= since
      AND t.starts_at < before AND t.starts_at <> ALL (opened_at)) AS closed
  GROUP BY closed.starts_at - closed.bucket_number * width, closed.bucket_number / 100;

  IF by IS NOT NULL THEN
    RETURN QUERY SELECT 'figures', key.place::int, NULL, gap.place::int - 1, NULL::statistic_span, NULL::timestamptz, closed.*
    FROM unnest(chosen) WITH ORDINALITY AS key(value, place)
      CROSS JOIN unnest(ARRAY[since - width] || opened_at, opened_at || before) WITH ORDINALITY AS gap(after, until, place)
      CROSS JOIN LATERAL (
        SELECT sum(t.success)::float, sum(t.failed)::float, sum(t.cancelled)::float, sum(t.wait_ms)::float,
          encode(string_agg(statistic_run(t.wait_bins), '') FILTER (WHERE is_whole), 'base64'),
          sum(t.duration_ms)::float,
          encode(string_agg(statistic_run(t.duration_bins), '') FILTER (WHERE is_whole), 'base64'),
          sum(t.cost_usd), string_agg(t.figures::text, ',' ORDER BY t.starts_at) AS figures
        FROM statistic_totals t
        WHERE t.account_id = account AND t.span = bucket AND t.grouping = by AND t.value = key.value
          AND t.starts_at > gap.after AND t.starts_at < gap.until) AS closed
    WHERE closed.figures IS NOT NULL;
  END IF;

  groupings := ARRAY['all'] || array_fill(by, ARRAY[cardinality(chosen)]);
  chosen := ARRAY[''] || chosen;
  IF NOT is_whole THEN
    RETURN QUERY SELECT 'sum', key.place::int - 1, NULL, NULL::int, NULL::statistic_span, NULL::timestamptz,
      sum(t.success)::float, sum(t.failed)::float, sum(t.cancelled)::float,
      sum(t.wait_ms)::float, encode(string_agg(statistic_run(t.wait_bins), ''), 'base64'),
      sum(t.duration_ms)::float, encode(string_agg(statistic_run(t.duration_bins), ''), 'base64'),
      sum(t.cost_usd), NULL
    FROM unnest(part_spans, part_starts, part_ends) AS part(span, since, before)
      CROSS JOIN unnest(groupings, chosen) WITH ORDINALITY AS key(grouping, value, place)
      JOIN statistic_totals t USING (span, grouping, value)
    WHERE t.account_id = account AND t.starts_at >= part.since AND t.starts_at < part.before
    GROUP BY 2;
  END IF;

  IF opened_at <> '{}' THEN
    RETURN QUERY SELECT 'continued', key.place::int - 1, NULL, NULL::int, NULL::statistic_span, t.starts_at,
      t.success::float, t.failed::float, t.cancelled::float,
      t.wait_ms::float, encode(statistic_run(t.wait_bins), 'base64'),
      t.duration_ms::float, encode(statistic_run(t.duration_bins), 'base64'), t.cost_usd, NULL
    FROM unnest(groupings, chosen) WITH ORDINALITY AS key(grouping, value, place)
      JOIN statistic_totals t USING (grouping, value)
    WHERE t.account_id = account AND t.span = bucket AND t.starts_at = ANY (opened_at);
  END IF;
END $$;
