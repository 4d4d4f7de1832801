-- What is not in the totals yet: few rows, of hours and days that are not over.
CREATE INDEX CONCURRENTLY task_statistics_without_total ON task_statistics (account_id, span, starts_at) WHERE NOT is_in_total;
