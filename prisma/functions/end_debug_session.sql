-- Trigger: ends a debug session with its task, in the same statement, and erases what its commands
-- and its page contained.
-- Locks: its own row and those of its commands.
-- requires: ring_bell
CREATE OR REPLACE FUNCTION end_debug_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE debug_sessions SET ended_at = clock_timestamp(), state = NULL, shown = NULL,
    end_reason = coalesce(closing, CASE WHEN NEW.status = 'success' THEN 'closed' WHEN NEW.status = 'cancelled' THEN 'cancelled'
      WHEN NEW.error_class = 'lease_lost' THEN 'worker_lost' WHEN NEW.error_class = 'timeout' THEN 'deadline' ELSE 'failed' END)
  WHERE task_id = NEW.id;
  DELETE FROM session_commands WHERE task_id = NEW.id;
  PERFORM ring_bell('session ' || NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_left AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (NEW.kind = 'session' AND OLD.status NOT IN ('success', 'failed', 'cancelled')
    AND NEW.status IN ('success', 'failed', 'cancelled'))
  EXECUTE FUNCTION end_debug_session();
