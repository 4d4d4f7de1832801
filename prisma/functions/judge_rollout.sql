-- Returns how a roll-out ends according to its results: `returned` if the failure rate of the new
-- version is higher by more than max_failure_rate_increase, and Fisher's exact test finds that
-- unlikely (p <= 0.01) to be chance, once each version has 5 results; `completed` if it is not
-- higher by more than that once each version has min_tasks results; otherwise null.
-- Locks: none.
-- requires: fisher_p
CREATE OR REPLACE FUNCTION judge_rollout(rollout recording_rollouts) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  new_count int := rollout.new_failed + rollout.new_succeeded;
  old_count int := rollout.old_failed + rollout.old_succeeded;
  increase double precision;
BEGIN
  IF least(new_count, old_count) < 5 THEN RETURN NULL; END IF;
  increase := rollout.new_failed::float / new_count - rollout.old_failed::float / old_count;
  IF increase <= rollout.max_failure_rate_increase THEN
    RETURN CASE WHEN least(new_count, old_count) >= rollout.min_tasks THEN 'completed' END;
  END IF;
  IF fisher_p(rollout.new_failed, rollout.new_succeeded, rollout.old_failed, rollout.old_succeeded) > 0.01 THEN
    RETURN NULL;
  END IF;
  RETURN 'returned';
END $$;
