-- Trigger: keeps the minutes that the attempts of a deleted task took, for as long as they count
-- towards the limit of its account. Otherwise an account could delete tasks to run more.
-- Locks: none.
CREATE OR REPLACE FUNCTION keep_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_attempts (account_id, allocated_at, seconds)
  SELECT account_id, allocated_at, extract(epoch FROM ended_at - allocated_at)
  FROM attempts WHERE task_id = OLD.id AND allocated_at > now() - interval '24 h' AND ended_at IS NOT NULL
    AND EXISTS (SELECT FROM accounts a WHERE a.id = account_id);
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER keep_minutes BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION keep_minutes();
