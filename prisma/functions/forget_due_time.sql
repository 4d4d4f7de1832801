-- Trigger: removes the next due time of a schedule whose cron expression, time zone or pause changes,
-- unless the statement sets another one. The next run of the job for due schedules computes it again.
-- A trigger does this because control planes from before next_due_at do not know the column.
-- Locks: none besides the row of the schedule, which the caller holds.
CREATE OR REPLACE FUNCTION forget_due_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_due_at := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER forget_due_time BEFORE UPDATE OF cron, timezone, is_paused ON schedules FOR EACH ROW
  WHEN ((NEW.cron, NEW.timezone, NEW.is_paused) <> (OLD.cron, OLD.timezone, OLD.is_paused)
    AND NEW.next_due_at IS NOT DISTINCT FROM OLD.next_due_at)
  EXECUTE FUNCTION forget_due_time();
