-- Returns how a roll-out ends according to its results. The versions are compared twice: by tasks
-- that finished, and with lost tasks as failures. `returned` if the new version is worse in either
-- comparison; `completed` if its rate is not that much higher in both, once min_tasks tasks of each
-- version have finished; otherwise null, so a new version that loses more tasks, perhaps by chance,
-- waits for more results or for a person. Lost tasks never complete a roll-out: in an outage, both
-- versions lose all.
-- Locks: none.
-- requires: compare_failures
CREATE OR REPLACE FUNCTION judge_rollout(rollout recording_rollouts) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  finished text := compare_failures(rollout.new_failed, rollout.new_succeeded,
    rollout.old_failed, rollout.old_succeeded, rollout.max_failure_rate_increase);
  with_lost text := compare_failures(rollout.new_failed + rollout.new_lost, rollout.new_succeeded,
    rollout.old_failed + rollout.old_lost, rollout.old_succeeded, rollout.max_failure_rate_increase);
BEGIN
  IF 'worse' IN (finished, with_lost) THEN RETURN 'returned'; END IF;
  IF finished = 'alike' AND with_lost = 'alike' AND rollout.min_tasks <= least(
    rollout.new_failed + rollout.new_succeeded, rollout.old_failed + rollout.old_succeeded) THEN RETURN 'completed'; END IF;
  RETURN NULL;
END $$;
