-- Adds a command to an open debug session, and returns its number. Returns null if the session has
-- ended or is closing, if `most` commands wait for their answers, or if it waits for a click; the
-- last two do not stop an urgent command. The session is locked before its commands are read, so
-- that the later of two calls sees what the earlier one added.
-- Locks: debug session.
CREATE OR REPLACE FUNCTION add_session_command(session uuid, account uuid, kind text, request text, is_urgent boolean, most int)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  added int;
BEGIN
  PERFORM FROM debug_sessions s
  WHERE s.task_id = session AND s.account_id = account AND s.ended_at IS NULL AND s.closing IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NOT is_urgent AND (
    SELECT count(*) >= most OR bool_or(c.kind = 'pick') FROM session_commands c
    WHERE c.task_id = session AND c.answered_at IS NULL
  ) THEN RETURN NULL; END IF;
  UPDATE debug_sessions s SET last_command = s.last_command + 1 WHERE s.task_id = session
  RETURNING s.last_command INTO added;
  INSERT INTO session_commands (task_id, number, kind, request, asked_at)
  VALUES (session, added, kind, request, clock_timestamp());
  RETURN added;
END $$;
